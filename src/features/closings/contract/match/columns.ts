import * as z from 'zod/mini';

/** What a column of a list can be. */
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

/** A column by the name that stands above it, or by its place from 0. */
const columnSchema = z.union([
  z.string().check(z.minLength(1), z.maxLength(200)),
  z.int().check(z.minimum(0), z.maximum(500)),
]);
const valueSchema = z.string().check(z.maxLength(200));

/** What a line counts as, by what its column *type* says. */
export const LINE_TYPES = ['payment', 'refund', 'none'] as const;
export type LineType = (typeof LINE_TYPES)[number];
/** A column with more different values is no type of a line. */
export const TYPES_MAX = 40;

/** What the columns of a list are. */
export const listColumnsSchema = z.strictObject({
  amount: columnSchema,
  currency: z.optional(columnSchema),
  receiptNo: z.optional(columnSchema),
  /** Day and time, or the day if `time` has the time. */
  at: z.optional(columnSchema),
  time: z.optional(columnSchema),
  /** The voucher: only its last four are read. */
  last4: z.optional(columnSchema),
  /** The issuer's id of a capture or refund, or our id of a tender. */
  transactionId: z.optional(columnSchema),
  type: z.optional(columnSchema),
  types: z.optional(z.record(valueSchema, z.enum(LINE_TYPES))),
  /** Whose line it is, if the list has several shops, and which of them is ours. */
  shop: z.optional(columnSchema),
  shopValue: z.optional(valueSchema),
  /** What stands before the decimals. */
  decimal: z.optional(z.enum(['.', ','])),
  /** In which order a day is written in digits. */
  dates: z.optional(z.enum(['ymd', 'dmy', 'mdy'])),
  /** Amounts are minor units, as cents. */
  minor: z.optional(z.boolean()),
});
export type ListColumns = z.infer<typeof listColumnsSchema>;

/** Returns the place of a column; null if the list has none of this name. */
export function columnPlaceOf(column: string | number, header: readonly string[]): number | null {
  const place = typeof column === 'number' ? column : header.indexOf(column);
  return place >= 0 && place < header.length ? place : null;
}

/** Names a column for later lists: by its name if only one has it, else by its place. */
export function columnNameOf(place: number, header: readonly string[]): string | number {
  const name = header[place] ?? '';
  return name !== '' && header.indexOf(name) === header.lastIndexOf(name) ? name : place;
}

/** Identifies lists that look alike: by what stands above their columns. */
export function layoutOf(header: readonly string[]): string {
  return header.join(' | ').toLowerCase().slice(0, 500);
}

/** Returns the different values of a column, the first ones that come. */
export function valuesIn(
  lines: readonly { readonly cells: readonly string[] }[],
  place: number,
  most = TYPES_MAX,
): string[] {
  const values = new Set<string>();
  for (const { cells } of lines) {
    values.add((cells[place] ?? '').slice(0, 200));
    if (values.size >= most) break;
  }
  return [...values];
}

/**
 * True if a person confirmed everything that a list is read by. What is not confirmed is never
 * guessed.
 */
export function areConfirmed(
  columns: Partial<ListColumns>,
  header: readonly string[],
  lines: readonly { readonly cells: readonly string[] }[],
): columns is ListColumns {
  const { amount, decimal, at, dates, type, types = {}, shop, shopValue } = columns;
  const isThere = (column: string | number | undefined) =>
    column === undefined || columnPlaceOf(column, header) !== null;
  const typePlace = type === undefined ? null : columnPlaceOf(type, header);
  return (
    amount !== undefined &&
    decimal !== undefined &&
    (at === undefined || dates !== undefined) &&
    (shop === undefined || shopValue !== undefined) &&
    COLUMN_KINDS.every((kind) => isThere(columns[kind])) &&
    (typePlace === null || valuesIn(lines, typePlace).every((value) => types[value] !== undefined))
  );
}
