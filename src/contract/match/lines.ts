import * as z from 'zod/mini';
import { minorDigits } from '../money.ts';
import { instantIn } from '../shop-day.ts';
import { columnPlaceOf, type ListColumns } from './columns.ts';
import type { CsvLine } from './read-csv.ts';

const shape = {
  /** Minor units or items; negative for what was given back. */
  amount: z.int(),
  /** Empty for items. */
  currency: z.string(),
  /** Milliseconds UTC; null where nobody said. */
  at: z.nullable(z.number()),
  receiptNo: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
};

/** A line of somebody else's list. */
export const theirLineSchema = z.object({
  ...shape,
  /** Where it stands in the file, from 1. */
  line: z.int(),
  /** Whose it is; null where the list does not say. */
  shop: z.nullable(z.string()),
});
export type TheirLine = z.infer<typeof theirLineSchema>;

/** Something that was taken or given back here. */
export const ourLineSchema = z.object({
  ...shape,
  id: z.string(),
  till: z.string(),
  person: z.string(),
  /** `unexplained`: the issuer has it, and nothing here says what it is of. */
  kind: z.enum(['redeemed', 'refunded', 'unexplained']),
});
export type OurLine = z.infer<typeof ourLineSchema>;

/** A line that could not be read, and why. */
export interface Unread {
  readonly line: number;
  readonly why: 'no-amount' | 'no-time';
}

export interface ReadTerms {
  readonly header: readonly string[];
  readonly columns: ListColumns;
  /** The shop's own. */
  readonly currency: string;
  readonly timeZone: string;
}

/** What says of a line that it gives something back. */
const BACK = /refund|return|reversal|storno|gutschr|rück|rueck|retour|rembours|pulang|退|திருப்பி/i;

/** Reads lines of a list one by one. */
export function lineReader(terms: ReadTerms): (line: CsvLine) => TheirLine | Unread {
  const { columns, header, timeZone } = terms;
  const place = (column: string | number | undefined) => (column === undefined ? null : columnPlaceOf(column, header));
  const places = {
    amount: place(columns.amount),
    currency: place(columns.currency),
    receiptNo: place(columns.receiptNo),
    at: place(columns.at),
    time: place(columns.time),
    last4: place(columns.last4),
    transactionId: place(columns.transactionId),
    type: place(columns.type),
    shop: place(columns.shop),
  };
  const timeOf = createTimeReader(columns.dates ?? 'dmy', timeZone);
  return ({ line, cells }) => {
    const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? ''));
    const currency = cell(places.currency).toUpperCase() || terms.currency;
    const amount = readListAmount(cell(places.amount), currency, columns);
    if (amount === null) return { line, why: 'no-amount' };
    const when = [cell(places.at), cell(places.time)].filter(Boolean).join(' ');
    const at = when === '' ? null : timeOf(when);
    if (when !== '' && at === null) return { line, why: 'no-time' };
    const isBack = places.type !== null && BACK.test(cell(places.type));
    return {
      line,
      amount: isBack && amount > 0 ? -amount : amount,
      currency,
      at,
      receiptNo: cell(places.receiptNo) || null,
      last4:
        cell(places.last4)
          .replaceAll(/[^\p{L}\p{N}]/gu, '')
          .slice(-4)
          .toUpperCase() || null,
      transactionId: cell(places.transactionId) || null,
      shop: cell(places.shop) || null,
    };
  };
}

/** An amount as a list writes it, in minor units; null for none. */
export function readListAmount(
  text: string,
  currency: string,
  { decimal = '.', minor = false }: Pick<ListColumns, 'decimal' | 'minor'>,
): number | null {
  const isNegative = /^\s*[^\d]*[-\u2212(]|-\s*\D*$/.test(text);
  const digits = text.replaceAll(/[^\d.,]/g, '');
  const [whole = '', fraction = '', ...more] = digits.replaceAll(decimal === '.' ? ',' : '.', '').split(decimal);
  if (whole + fraction === '' || more.length > 0) return null;
  const places = minor ? 0 : minorDigits(currency);
  const cents = fraction.replace(/0+$/, '');
  if (cents.length > places) return null;
  const amount = Number(whole + cents.padEnd(places, '0'));
  return Number.isSafeInteger(amount) ? (isNegative ? -amount : amount) : null;
}

/** A day, a time and a zone, as most programs write them. */
const DAY = /(?<first>\d{1,4})[./-](?<second>\d{1,2})[./-](?<third>\d{1,4})/.source;
const TIME = /(?<hours>\d{1,2}):(?<minutes>\d\d)(?::(?<seconds>\d\d))?(?:[.,]\d+)?\s*(?<half>[ap]m)?/.source;
const WHEN = new RegExp(`^${DAY}(?:[ T,]+${TIME})?\\s*(?<zone>Z|[+-]\\d\\d:?\\d\\d)?$`, 'i');

/** Reads times as a list writes them: with a zone of their own, or by the clocks of the shop. */
function createTimeReader(dates: 'ymd' | 'dmy' | 'mdy', timeZone: string): (text: string) => number | null {
  const instant = instantIn(timeZone);
  return (text) => {
    const found = WHEN.exec(text.trim())?.groups;
    if (!found) return null;
    const { first = '', second = '', third = '', hours = '0', minutes = '00', seconds = '00', half, zone } = found;
    const order = first.length === 4 ? 'ymd' : dates;
    const [year, month, day] = inOrder(order, first, second, third);
    const hour = String(hourOf(Number(hours), half?.toLowerCase())).padStart(2, '0');
    const full = year.length === 2 ? `20${year}` : year.padStart(4, '0');
    const local = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour}:${minutes}:${seconds}`;
    if (zone === undefined) return instant(local);
    const ms = Date.parse(local + zone.toUpperCase());
    return Number.isNaN(ms) ? null : ms;
  };
}

function inOrder(order: 'ymd' | 'dmy' | 'mdy', first: string, second: string, third: string) {
  if (order === 'ymd') return [first, second, third] as const;
  return order === 'mdy' ? ([third, first, second] as const) : ([third, second, first] as const);
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === 'pm') return hour === 12 ? 12 : hour + 12;
  return half === 'am' && hour === 12 ? 0 : hour;
}
