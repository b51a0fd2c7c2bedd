import { roleSchema } from '../../../contract/access/people.ts';
import { itemsSchema, moneySchema } from '../../../contract/money/money.ts';
import type { TrailDetails, TrailLine } from '../../../contract/platform/audit.ts';
import { linkOutcomeSchema } from '../../../contract/redemption/return-address.ts';
import { entrySchema } from '../../../contract/redemption/sale-facts.ts';
import { refusalReasonSchema } from '../../../contract/voucher/refusal.ts';
import type { Format } from '../../../pwa/ui/format.ts';
import type { Words } from '../../../pwa/words/en.ts';
import { SET, type SetWords } from './set-words.ts';
import type { AuditWords } from './words/en.ts';

interface Speech extends SetWords {
  readonly words: Words;
  readonly audit: AuditWords;
  readonly format: Pick<Format, 'money' | 'worth' | 'dateTime' | 'day'>;
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
  const set = SET.flatMap(([name, say]) => {
    const value = details[name];
    return value === undefined ? [] : (say(value, speech) ?? []);
  });
  const names = new Set([...SPOKEN, ...SET].map(([name]) => name));
  const others = Object.entries(details).filter(([name]) => !names.has(name) && !ELSEWHERE.has(name));
  const isOwn = person !== null && details['for'] === person.name;
  const own = isOwn ? [speech.audit.sameApprover] : [];
  return [...spoken, ...own, ...set, ...others.map(([name, value]) => `${name} ${value}`)];
}

const SPOKEN: readonly [name: string, say: (value: Value, speech: Speech, details: TrailDetails) => string][] = [
  ['what', (value, { audit }) => (value === 'audit' || value === 'transactions' ? audit.files[value] : String(value))],
  ['name', String],
  ['url', String],
  ['scopes', String],
  ['role', wordOf],
  ['from', (value, speech, { to = '' }) => `${wordOf(value, speech)} → ${wordOf(to, speech)}`],
  ['device', String],
  ['last4', (value) => `··${value}`],
  ['amount', moneyWords],
  ['items', (value, { format }) => format.worth({ items: Number(value) })],
  ['receiptNo', (value, { words }) => `${words.registers.receiptNo} ${value}`],
  ['entry', entryWords],
  ['forfeited', forfeitedWords],
  ['origin', String],
  ['status', (value, { audit }) => outcomeWord(value, audit)],
  ['cards', (value, { audit }) => audit.cards(Number(value))],
  ['numbers', String],
  ['quantity', (value, _, { product = '' }) => `${value} × ${product}`],
  ['refusal', refusalWords],
  ['for', (value, { audit }) => audit.asker(String(value))],
  ['approver', (value, { audit }) => audit.agreedBy(String(value))],
  ['beside', (value, { audit }) => audit.beside(String(value))],
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

/** The name of a role, the local time of an instant, and any other value unchanged. */
function wordOf(value: Value, { words, format }: Speech): string {
  const role = roleSchema.safeParse(value);
  if (role.success) return words.common.roles[role.data];
  return INSTANT.test(String(value)) ? format.dateTime(String(value)) : String(value);
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function moneyWords(amount: Value, { format }: Speech, { currency }: TrailDetails): string {
  const money = moneySchema.safeParse({ amount, currency });
  return money.success ? format.money(money.data) : String(amount);
}

function entryWords(value: Value, { words }: Speech): string {
  const entry = entrySchema.safeParse(value);
  return entry.success ? words.registers.entries[entry.data] : String(value);
}

/** The forfeited rest of a single-use voucher, and its full balance. */
function forfeitedWords(forfeited: Value, { words, format }: Speech, { currency, items, held }: TrailDetails): string {
  const text = (count: Value | undefined) => {
    const worth =
      items === undefined
        ? moneySchema.safeParse({ amount: count, currency })
        : itemsSchema.safeParse({ items: count });
    return worth.success ? format.worth(worth.data) : String(count);
  };
  return `${words.registers.held} ${text(held)}; ${words.kinds.forfeited(text(forfeited))}`;
}

function outcomeWord(value: Value, audit: AuditWords): string {
  const outcome = linkOutcomeSchema.safeParse(value);
  return outcome.success ? audit.linkOutcomes[outcome.data] : String(value);
}

function refusalWords(reason: Value, { words }: Speech): string {
  const known = refusalReasonSchema.safeParse(reason);
  return known.success ? words.verdict.refusals[known.data].title : String(reason);
}
