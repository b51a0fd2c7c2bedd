import * as z from 'zod/mini';
import { type DayTerms, shopDate } from '../../../../contract/platform/shop-day.ts';
import { LINES_NUMBER_MAX } from '../limits.ts';
import { type ColumnKind, columnIndexOf, type ListColumns } from './columns.ts';
import { readListAmount } from './list-amount.ts';
import { createTimeReader } from './list-time.ts';
import type { CsvLine } from './read-csv.ts';

/** A redemption or refund here. */
export const ourLineSchema = z.object({
  /** Id of the operation, such as the tender. */
  id: z.string(),
  /** Minor units or items; negative for a refund. */
  amount: z.int(),
  /** Empty for items. */
  currency: z.string(),
  /** Start of the operation, milliseconds UTC, which a register and the issuer use as its date. */
  at: z.number(),
  /** Time when the outcome became known; null before. */
  settledAt: z.nullable(z.number()),
  receiptNo: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  /** The issuer's id; null until known. */
  transactionId: z.nullable(z.string()),
  till: z.string(),
  person: z.string(),
  /**
   * `unsettled`: its outcome is not known yet. `unexplained`: a capture of the issuer without a
   * matching operation.
   */
  kind: z.enum(['redeemed', 'refunded', 'unsettled', 'unexplained']),
});
export type OurLine = z.infer<typeof ourLineSchema>;

export interface TheirLine extends Pick<OurLine, 'amount' | 'currency' | 'receiptNo' | 'last4' | 'transactionId'> {
  /** Its line in the file, from 1. */
  readonly line: number;
  /** Milliseconds UTC; null if the line has no time. */
  readonly at: number | null;
  /** The shop's day, `YYYY-MM-DD`; null if unknown. */
  readonly day: string | null;
}

/** A line that is not compared, and why. */
export interface SkippedLine {
  readonly line: number;
  readonly why: 'other-shop' | 'no-payment' | 'no-amount' | 'no-time' | 'no-type';
  readonly text: string;
}

/** Days of the shop, inclusive, `YYYY-MM-DD`. */
export interface ShopDays {
  readonly first: string;
  readonly last: string;
}

/** Data of the shop, which its lists may leave out. */
export interface ShopTerms extends DayTerms {
  readonly currency: string;
}

interface ReadTerms extends ShopTerms {
  readonly header: readonly string[];
  readonly columns: ListColumns;
  readonly days: ShopDays;
}

/** The word for the sum of a list, in the languages of registers. */
const TOTAL_NAMES =
  '(?:(?:grand|sub|sous)[ -]?)?totale?s?|total général|(?:zwischen)?summe|gesamt(?:summe|betrag)?|' +
  'jumlah(?: besar)?|合计|总计|小计|மொத்தம்';
const TOTAL = new RegExp(`^(?:${TOTAL_NAMES})\\s*:?$`, 'i');

/** True for a line that adds up others: it has the word, and identifies no sale. */
function isTotal(cells: readonly string[], cell: (kind: ColumnKind) => string): boolean {
  if (!cells.some((text) => TOTAL.test(text))) return false;
  const names = (['receiptNo', 'at', 'last4', 'transactionId'] as const).map(cell);
  return names.every((name) => name === '' || TOTAL.test(name));
}

export function lineReader({ columns, header, days, ...shop }: ReadTerms): (line: CsvLine) => TheirLine | SkippedLine {
  const indexes = Object.fromEntries(
    ['amount', 'currency', 'receiptNo', 'at', 'time', 'last4', 'transactionId', 'type', 'shop'].map((kind) => {
      const column = columns[kind as 'amount'];
      return [kind, column === undefined ? null : columnIndexOf(column, header)];
    }),
  );
  const timeOf = createTimeReader(columns.dates ?? 'ymd', shop.timeZone);
  const onlyDay = days.first === days.last ? days.first : null;
  return ({ line, cells }) => {
    const cell = (kind: string) => cells[indexes[kind] ?? -1] ?? '';
    const skip = (why: SkippedLine['why']) => ({ line, why, text: cells.filter(Boolean).join(' · ').slice(0, 200) });
    if (isTotal(cells, cell)) return skip('no-payment');
    if (columns.shop !== undefined && cell('shop') !== columns.shopValue) return skip('other-shop');
    const type = columns.type === undefined ? 'payment' : columns.types?.[cell('type')];
    if (type === undefined) return skip('no-type');
    if (type === 'none' || cell('amount') === '') return skip('no-payment');
    const currency = cell('currency').toUpperCase() || shop.currency;
    const amount = readListAmount(cell('amount'), currency, columns);
    if (amount === null) return skip('no-amount');
    if (amount === 0) return skip('no-payment');
    const when = [cell('at'), cell('time')].filter(Boolean).join(' ');
    const time = when === '' ? { at: null, day: onlyDay } : timeOf(when);
    if (time === null) return skip('no-time');
    const last4 = cell('last4')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .slice(-4)
      .toUpperCase();
    return {
      line,
      amount: type === 'refund' ? -Math.abs(amount) : amount,
      currency,
      at: time.at,
      day: time.at === null ? time.day : shopDate(time.at, shop),
      receiptNo: cell('receiptNo').slice(0, LINES_NUMBER_MAX) || null,
      last4: last4 || null,
      transactionId: cell('transactionId').slice(0, LINES_NUMBER_MAX) || null,
    };
  };
}
