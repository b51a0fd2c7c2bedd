import { roleSchema } from '../../../contract/access/people.ts';
import { itemsSchema, moneySchema } from '../../../contract/money/money.ts';
import type { TrailDetails, TrailLine } from '../../../contract/platform/audit.ts';
import { linkOutcomeSchema } from '../../../contract/redemption/return-address.ts';
import { entrySchema } from '../../../contract/redemption/sale-facts.ts';
import { refusalReasonSchema } from '../../../contract/voucher/refusal.ts';
import type { Format } from '../../../pwa/ui/format.ts';
import type { Messages } from '../../../pwa/words/en.ts';
import { SETTING_TEXTS, type SettingMessages } from './setting-texts.ts';
import type { AuditMessages } from './words/en.ts';

interface Speech extends SettingMessages {
  readonly messages: Messages;
  readonly audit: AuditMessages;
  readonly format: Pick<Format, 'money' | 'value' | 'dateTime' | 'day'>;
}

type Value = string | number | boolean;

/** Details that are part of other texts or omitted: a reason to stop is the action itself. */
const ELSEWHERE: ReadonlySet<string> = new Set(['currency', 'to', 'product', 'why', 'held', 'seal']);

/** The details of a line in short parts. */
export function detailParts({ details, person }: Pick<TrailLine, 'details' | 'person'>, speech: Speech): string[] {
  const spoken = SPOKEN.flatMap(([name, say]) => {
    const value = details[name];
    return value === undefined || value === '' ? [] : [say(value, speech, details)];
  });
  const set = SETTING_TEXTS.flatMap(([name, say]) => {
    const value = details[name];
    return value === undefined ? [] : (say(value, speech) ?? []);
  });
  const names = new Set([...SPOKEN, ...SETTING_TEXTS].map(([name]) => name));
  const rest = Object.entries(details).filter(([name]) => !names.has(name) && !ELSEWHERE.has(name));
  const isSelf = person !== null && details['for'] === person.name;
  const self = isSelf ? [speech.audit.sameApprover] : [];
  return [...spoken, ...self, ...set, ...rest.map(([name, value]) => `${name} ${value}`)];
}

const SPOKEN: readonly [name: string, say: (value: Value, speech: Speech, details: TrailDetails) => string][] = [
  ['settings', loosenedText],
  ['what', (value, { audit }) => (value === 'audit' || value === 'transactions' ? audit.files[value] : String(value))],
  ['name', String],
  ['toShop', (value) => `→ ${value}`],
  ['office', (_, { audit }) => audit.office],
  ['passkey', String],
  ['url', String],
  ['scopes', String],
  ['role', valueText],
  ['from', (value, speech, { to = '' }) => `${valueText(value, speech)} → ${valueText(to, speech)}`],
  ['device', String],
  ['last4', (value) => `··${value}`],
  ['amount', moneyText],
  ['due', (value, speech, details) => `${speech.messages.sale.due} ${moneyText(value, speech, details)}`],
  [
    'collected',
    (value, speech, details) => `${speech.messages.receipt.collected} ${moneyText(value, speech, details)}`,
  ],
  ['items', (value, { format }) => format.value({ items: Number(value) })],
  ['receiptNo', (value, { messages }) => `${messages.registers.receiptNo} ${value}`],
  ['entry', entryText],
  ['forfeited', forfeitedText],
  ['origin', String],
  ['status', (value, { audit }) => outcomeText(value, audit)],
  ['cards', (value, { audit }) => audit.cards(Number(value))],
  ['numbers', String],
  ['quantity', (value, _, { product = '' }) => `${value} × ${product}`],
  ['refusal', refusalText],
  ['for', (value, { audit }) => audit.asker(String(value))],
  ['approver', (value, { audit }) => audit.agreedBy(String(value))],
  ['beside', (value, { audit }) => audit.alsoSignedIn(String(value))],
  ['codeBy', (value, { audit }) => audit.codeBy(String(value))],
  ['date', (value, { format }) => format.day(String(value))],
  ['vouchers', (value, { audit }) => audit.vouchers(Number(value))],
  ['printed', (value, { audit }) => audit.printed(String(value))],
  ['checks', (value, { audit }) => audit.checks(Number(value))],
  ['noAfterMs', (value, { audit }) => audit.noAfter((Number(value) / 1_000).toFixed(1))],
  ['notice', (value, { audit }) => audit.notice(String(value))],
  ['codes', (value, { audit }) => audit.codes(Number(value))],
  ['number', String],
  ['case', String],
  ['reason', (value) => `“${value}”`],
];

/** The pages of the limiting settings that are not on the page of limits. */
const PAGES: Readonly<Record<string, 'exceptions' | 'shifts'>> = {
  thresholds: 'exceptions',
  openHours: 'exceptions',
  closingBlind: 'shifts',
};

/** The pages of the settings that now limit less. */
function loosenedText(value: Value, { places }: Speech): string {
  const pages = String(value)
    .split(' ')
    .map((name) => places[PAGES[name] ?? 'limits']);
  return [...new Set(pages)].join(', ');
}

/** The name of a role, the local time of an instant, and any other value unchanged. */
function valueText(value: Value, { messages, format }: Speech): string {
  const role = roleSchema.safeParse(value);
  if (role.success) return messages.common.roles[role.data];
  return INSTANT.test(String(value)) ? format.dateTime(String(value)) : String(value);
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function moneyText(amount: Value, { format }: Speech, { currency }: TrailDetails): string {
  const money = moneySchema.safeParse({ amount, currency });
  return money.success ? format.money(money.data) : String(amount);
}

function entryText(value: Value, { messages }: Speech): string {
  const entry = entrySchema.safeParse(value);
  return entry.success ? messages.registers.entries[entry.data] : String(value);
}

/** The forfeited amount of a single-use voucher, and its full balance. */
function forfeitedText(
  forfeited: Value,
  { messages, format }: Speech,
  { currency, items, held }: TrailDetails,
): string {
  const text = (count: Value | undefined) => {
    const parsed =
      items === undefined
        ? moneySchema.safeParse({ amount: count, currency })
        : itemsSchema.safeParse({ items: count });
    return parsed.success ? format.value(parsed.data) : String(count);
  };
  return `${messages.registers.held} ${text(held)}; ${messages.kinds.forfeited(text(forfeited))}`;
}

function outcomeText(value: Value, audit: AuditMessages): string {
  const outcome = linkOutcomeSchema.safeParse(value);
  return outcome.success ? audit.linkOutcomes[outcome.data] : String(value);
}

function refusalText(reason: Value, { messages }: Speech): string {
  const parsed = refusalReasonSchema.safeParse(reason);
  return parsed.success ? messages.verdict.refusals[parsed.data].title : String(reason);
}
