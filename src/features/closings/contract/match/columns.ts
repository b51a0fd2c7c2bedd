import * as z from 'zod/mini';
import { TYPES_MAX } from '../limits.ts';

export const COLUMN_KINDS = [
  'amount',
  'currency',
  'receiptNo',
  'at',
  'time',
  'last4',
  'transactionId',
  'type',
  'shop',
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A column by its heading, or by its position from 0. */
const columnSchema = z.union([
  z.string().check(z.minLength(1), z.maxLength(200)),
  z.int().check(z.minimum(0), z.maximum(500)),
]);
const valueSchema = z.string().check(z.maxLength(200));

export const LINE_TYPES = ['payment', 'refund', 'none'] as const;
export type LineType = (typeof LINE_TYPES)[number];

export const listColumnsSchema = z.strictObject({
  amount: columnSchema,
  currency: z.optional(columnSchema),
  receiptNo: z.optional(columnSchema),
  /** Day and time, or the day if `time` has the time. */
  at: z.optional(columnSchema),
  time: z.optional(columnSchema),
  /** The voucher; only its last four characters are read. */
  last4: z.optional(columnSchema),
  /** The issuer's id of a capture or refund, or our id of a tender. */
  transactionId: z.optional(columnSchema),
  type: z.optional(columnSchema),
  types: z.optional(z.record(valueSchema, z.enum(LINE_TYPES))),
  /** The shop of a line, if the list has several, and the value for ours. */
  shop: z.optional(columnSchema),
  shopValue: z.optional(valueSchema),
  decimal: z.optional(z.enum(['.', ','])),
  /** The order of day, month and year in digits. */
  dates: z.optional(z.enum(['ymd', 'dmy', 'mdy'])),
  /** Amounts are minor units, such as cents. */
  minor: z.optional(z.boolean()),
});
export type ListColumns = z.infer<typeof listColumnsSchema>;

/** Returns the position of a column; null if the list has none with this name. */
export function columnIndexOf(column: string | number, header: readonly string[]): number | null {
  const index = typeof column === 'number' ? column : header.indexOf(column);
  return index >= 0 && index < header.length ? index : null;
}

/** Returns the permanent name of a column: its heading if that is unique, else its position. */
export function columnNameOf(index: number, header: readonly string[]): string | number {
  const name = header[index] ?? '';
  return name !== '' && header.indexOf(name) === header.lastIndexOf(name) ? name : index;
}

/** Identifies lists with the same layout, by their headings. */
export function layoutOf(header: readonly string[]): string {
  return header.join(' | ').toLowerCase().slice(0, 500);
}

/** Returns the distinct values of a column, the first ones only. */
export function valuesIn(
  lines: readonly { readonly cells: readonly string[] }[],
  index: number,
  most = TYPES_MAX,
): string[] {
  const values = new Set<string>();
  for (const { cells } of lines) {
    values.add((cells[index] ?? '').slice(0, 200));
    if (values.size >= most) break;
  }
  return [...values];
}

/** True if a person confirmed everything needed to read a list. Nothing is guessed. */
export function areConfirmed(
  columns: Partial<ListColumns>,
  header: readonly string[],
  lines: readonly { readonly cells: readonly string[] }[],
): columns is ListColumns {
  const { amount, decimal, at, dates, type, types = {}, shop, shopValue } = columns;
  const exists = (column: string | number | undefined) =>
    column === undefined || columnIndexOf(column, header) !== null;
  const typeIndex = type === undefined ? null : columnIndexOf(type, header);
  return (
    amount !== undefined &&
    decimal !== undefined &&
    (at === undefined || dates !== undefined) &&
    (shop === undefined || shopValue !== undefined) &&
    COLUMN_KINDS.every((kind) => exists(columns[kind])) &&
    (typeIndex === null || valuesIn(lines, typeIndex).every((value) => types[value] !== undefined))
  );
}
