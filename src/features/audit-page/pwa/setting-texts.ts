import * as z from 'zod/mini';
import { COUNTED_LIMITS, SALE_LIMIT_KINDS, saleLimitsSchema } from '../../../contract/access/sale-limit.ts';
import { safeSaleSchema } from '../../../contract/access/settings.ts';
import { emptyVouchersSchema } from '../../../contract/access/till-rule.ts';
import { majorText, minorDigits } from '../../../contract/money/money.ts';
import { openHoursSchema } from '../../../contract/platform/open-hours.ts';
import { receiptUseSchema } from '../../../contract/redemption/sale-facts.ts';
import { extraCodeSchema } from '../../../contract/voucher/extra-codes.ts';
import { numberShapesSchema } from '../../../contract/voucher/number-shapes.ts';
import type { PlaceMessages } from '../../../pwa/words/places/en.ts';
import type { SettingsMessages } from '../../shop-settings/pwa/words/en.ts';
import type { PeopleMessages } from '../../staff/pwa/words/en.ts';
import type { AuditMessages } from './words/en.ts';

/** The texts of the pages with the settings that the audit log records. */
export interface SettingMessages {
  readonly people: PeopleMessages;
  readonly settings: SettingsMessages;
  readonly places: PlaceMessages;
  readonly audit: AuditMessages;
  /** The shop's currency. */
  readonly currency: string;
}

type Value = string | number | boolean;

const codesSchema = z.array(extraCodeSchema);
const shopNamesSchema = z.array(z.object({ mid: z.string(), name: z.string() }));

/** Formats settings with the texts of their page; null for a setting that is off. */
export const SETTING_TEXTS: readonly [name: string, say: (value: Value, messages: SettingMessages) => string | null][] =
  [
    ['shopName', (value, { settings }) => quoted(settings.shopName, value)],
    ['shopAddress', (value, { settings }) => quoted(settings.shopAddress, lines(value))],
    ['receiptFooter', (value, { settings }) => quoted(settings.receiptFooter, lines(value))],
    ['receiptUse', (value, { settings }) => `${settings.receiptUse} ${receiptUse(value, settings)}`],
    ['receiptShape', (value, { places }) => quoted(places.receipts, value)],
    [
      'typedAmounts',
      (value, { settings, currency }) => `${settings.typedAmounts} ${typedAmountsText(value, currency)}`,
    ],
    ['askAboveDue', (value, { settings, currency }) => quoted(settings.askAboveDue(currency), sum(value, currency))],
    ['emptyVouchers', (value, { settings }) => `${settings.emptyVouchers} ${emptyVouchers(value, settings)}`],
    ['extraCodes', (value, { places }) => quoted(places.codes, kinds(value))],
    ['numberShapes', (value, { settings }) => quoted(settings.numberShapes, shapes(value))],
    ['pinAboveCards', (value, { settings }) => quoted(settings.pinAboveCards, value)],
    ['storiesPerHour', (value, { settings }) => quoted(settings.storiesPerHour, value)],
    ['shopNames', (value, { settings }) => quoted(settings.shopNames, shops(value))],
    ['approvalAboveCards', (value, { settings }) => quoted(settings.approvalAboveCards, value)],
    ['pinAboveSum', (value, { settings, currency }) => quoted(settings.pinAboveSum(currency), sum(value, currency))],
    [
      'approvalAboveSum',
      (value, { settings, currency }) => quoted(settings.approvalAboveSum(currency), sum(value, currency)),
    ],
    ['saleLimits', (value, { settings, currency }) => quoted(settings.saleLimits, limits(value, settings, currency))],
    ['safeSale', (value, { settings, currency }) => quoted(settings.safeSale, safeSaleText(value, settings, currency))],
    ['thresholds', (_, { places }) => places.exceptions],
    ['openHours', (value, { places }) => quoted(places.exceptions, hours(value))],
    ['people', (value, { people }) => (value === 0 ? null : quoted(people.people, value))],
    ['devices', (value, { people }) => (value === 0 ? null : quoted(people.devices, value))],
    ['width', (value) => `${value} mm`],
    ['cutter', (value, { audit }) => (value === true ? audit.cutter : null)],
    ['drawer', (value, { audit }) => (value === true ? audit.drawer : null)],
    ['address', String],
  ];

function quoted(label: string, value: Value): string {
  return `${label} “${value}”`;
}

function hours(value: Value): string {
  const { from, to } = openHoursSchema.parse(JSON.parse(String(value)));
  return from === '' ? '–' : `${from}–${to}`;
}

/** Each limit with its consequence; “–” without limits. */
function limits(value: Value, messages: SettingsMessages, currency: string): string {
  const set = saleLimitsSchema.safeParse(listIn(value)).data ?? {};
  const texts = SALE_LIMIT_KINDS.flatMap((kind) => {
    const { [kind]: limit } = set;
    if (limit === undefined) return [];
    const above = COUNTED_LIMITS.has(kind) ? limit.above : sum(limit.above, currency);
    return [`${messages.saleLimitKinds[kind]} > ${above}, ${messages.limitWays[limit.way]}`];
  });
  return texts.join('; ') || '–';
}

/** The protections against fraud by persuasion; – for none. */
function safeSaleText(value: Value, messages: SettingsMessages, currency: string): string {
  const set = safeSaleSchema.safeParse(listIn(value));
  if (!set.success) return String(value);
  const { questionsAbove, notice, noticeText, stopText, lastFour } = set.data;
  const texts = [
    questionsAbove === null ? '' : `${messages.questionsAbove(currency)} ${sum(questionsAbove, currency)}`,
    notice ? `${messages.showNotice} ${lines(noticeText)}` : '',
    stopText === '' ? '' : `${messages.stopText} ${lines(stopText)}`,
    lastFour ? messages.askLastFour : '',
  ];
  return texts.filter((part) => part !== '').join('; ') || '–';
}

function lines(value: Value): string {
  return String(value).replaceAll('\n', ', ');
}

function receiptUse(value: Value, { receiptUses }: SettingsMessages): string {
  const use = receiptUseSchema.safeParse(value);
  return use.success ? receiptUses[use.data] : String(value);
}

/** The amount that a till reads when only the digits 80 are typed. */
function typedAmountsText(value: Value, currency: string): string {
  return majorText({ amount: value === 'cents' ? 80 : 80 * 10 ** minorDigits(currency), currency });
}

function emptyVouchers(value: Value, { emptyVoucherWays }: SettingsMessages): string {
  const parsed = emptyVouchersSchema.safeParse(value);
  return parsed.success ? emptyVoucherWays[parsed.data] : String(value);
}

function kinds(value: Value): string {
  const codes = codesSchema.safeParse(listIn(value));
  return codes.success ? codes.data.map(({ kind }) => kind).join(', ') : String(value);
}

function shapes(value: Value): string {
  const stated = numberShapesSchema.safeParse(listIn(value));
  return stated.success ? stated.data.shapes.join(', ') : String(value);
}

function shops(value: Value): string {
  const named = shopNamesSchema.safeParse(listIn(value));
  return named.success ? named.data.map(({ mid, name }) => `${mid} ${name}`).join(', ') : String(value);
}

/** A list of the audit log; null if an older version wrote another format. */
function listIn(value: Value): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return null;
  }
}

function sum(value: Value, currency: string): string {
  return majorText({ amount: Number(value), currency });
}
