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

/** What the columns of a list are. */
export const listColumnsSchema = z.strictObject({
  amount: columnSchema,
  currency: z.optional(columnSchema),
  receiptNo: z.optional(columnSchema),
  /** Day and time, or the day where `time` has the time. */
  at: z.optional(columnSchema),
  time: z.optional(columnSchema),
  /** The voucher: only its last four are read. */
  last4: z.optional(columnSchema),
  transactionId: z.optional(columnSchema),
  /** Says of a line that it is a refund. */
  type: z.optional(columnSchema),
  /** Whose line it is, where the list has several shops. */
  shop: z.optional(columnSchema),
  /** What stands before the decimals. */
  decimal: z.optional(z.enum(['.', ','])),
  /** In which order a day is written with figures alone. */
  dates: z.optional(z.enum(['ymd', 'dmy', 'mdy'])),
  /** Amounts are minor units, as cents. */
  minor: z.optional(z.boolean()),
});
export type ListColumns = z.infer<typeof listColumnsSchema>;

/** Words that stand above columns, in the languages of registers and issuers. */
const NAMES: readonly (readonly [ColumnKind, RegExp])[] = [
  ['transactionId', /^(transaction|capture|txn|trans|ereignis)[ _-]?(id|no|nr|number)$|^transactionid$|^vorgang/],
  ['receiptNo', /receipt|beleg|bon(nummer)?$|ticket|invoice|order|reference|référence|reçu|resit|单号|小票|ரசீது/],
  ['shop', /^(mid|merchant([ _-]?id)?|shop|store|outlet|branch|filiale|magasin|kedai|门店)$/],
  ['time', /^(time|uhrzeit|heure|masa|时间|நேரம்)$/],
  ['at', /date|time|datum|zeit|heure|tarikh|日期|时间|தேதி|created|^at$/],
  ['last4', /voucher|card|gutschein|karte|bon d|carte|last.?4|baucar|礼券|卡号|வவுச்சர்|code$/],
  ['currency', /currency|währung|waehrung|devise|mata wang|币种|நாணயம்|^ccy$/],
  ['type', /^type$|^kind$|^art$|typ$|^jenis$|类型|வகை|operation|movement/],
  ['amount', /amount|betrag|montant|sum(me)?$|total|value|amaun|jumlah|金额|தொகை|umsatz/],
];

/** Lines that are looked at to find out how numbers and days are written. */
const LOOKED_AT = 200;
const AMOUNT = /^[^\d]{0,6}[-+(]?\s*\d[\d.,'\u00a0 ]*\)?[^\d]{0,6}$/;
const DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|^\d{4}-\d\d-\d\dT/;

/**
 * Recognises the columns of a list by the names above them. What stands below says how numbers and
 * days are written.
 * @returns what could be recognised; without an amount nothing can be matched
 */
export function recogniseColumns(
  header: readonly string[],
  lines: readonly (readonly string[])[],
): Partial<ListColumns> {
  const found: Partial<Record<ColumnKind, number>> = {};
  const taken = new Set<number>();
  const some = lines.slice(0, LOOKED_AT);
  for (const [kind, name] of NAMES) {
    const place = header.findIndex(
      (text, at) => !taken.has(at) && name.test(text.toLowerCase().trim()) && fits(kind, some, at),
    );
    if (place === -1) continue;
    found[kind] = place;
    taken.add(place);
  }
  const names = Object.fromEntries(Object.entries(found).map(([kind, at]) => [kind, nameOf(header, at)]));
  return { ...names, ...waysOf(some, found) };
}

/** How the numbers and days of some lines are written. */
function waysOf(
  lines: readonly (readonly string[])[],
  { amount, at }: Partial<Record<ColumnKind, number>>,
): Partial<ListColumns> {
  const cellsOf = (place: number) => lines.flatMap((cells) => cells[place] || []);
  return {
    ...(amount !== undefined && { decimal: decimalOf(cellsOf(amount)) }),
    ...(at !== undefined && { dates: datesOf(cellsOf(at)) }),
  };
}

/** The same for columns that somebody chose. */
export function readingOf(
  columns: ListColumns,
  header: readonly string[],
  lines: readonly (readonly string[])[],
): ListColumns {
  const amount = columnPlaceOf(columns.amount, header);
  const at = columns.at === undefined ? undefined : columnPlaceOf(columns.at, header);
  return {
    ...waysOf(lines.slice(0, LOOKED_AT), { ...(amount !== null && { amount }), ...(at != null && { at }) }),
    ...columns,
  };
}

function fits(kind: ColumnKind, lines: readonly (readonly string[])[], at: number): boolean {
  const cells = lines.flatMap((line) => line[at] || []);
  if (cells.length === 0) return false;
  const share = (shape: RegExp) => cells.filter((cell) => shape.test(cell)).length / cells.length;
  if (kind === 'amount') return share(AMOUNT) > 0.7;
  if (kind === 'at') return share(DAY) > 0.9;
  if (kind === 'time') return share(/^\d{1,2}:\d\d/) > 0.9;
  if (kind === 'currency') return share(/^[A-Za-z]{3}$/) > 0.9;
  return true;
}

/** A name that stands above one column only is what is remembered; its place otherwise. */
function nameOf(header: readonly string[], at: number): string | number {
  const name = header[at] ?? '';
  return name !== '' && header.indexOf(name) === header.lastIndexOf(name) ? name : at;
}

/** Where a column is; null where the list has none of this name. */
export function columnPlaceOf(column: string | number, header: readonly string[]): number | null {
  const place = typeof column === 'number' ? column : header.indexOf(column);
  return place >= 0 && place < header.length ? place : null;
}

/** By what a list is known again: what stands above its columns. */
export function layoutOf(header: readonly string[]): string {
  return header.join(' | ').toLowerCase().slice(0, 500);
}

function decimalOf(cells: readonly string[]): '.' | ',' {
  const last = cells.map((cell) => /[.,](?=\d{1,3}\D*$)/.exec(cell.trim())?.[0]).filter((sign) => sign !== undefined);
  const commas = last.filter((sign) => sign === ',').length;
  return commas * 2 > last.length ? ',' : '.';
}

function datesOf(cells: readonly string[]): 'ymd' | 'dmy' | 'mdy' {
  const parts = cells.flatMap((cell) => {
    const found = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})/.exec(cell);
    return found ? [[Number(found[1]), Number(found[2])] as const] : [];
  });
  if (parts.some(([first]) => first > 31)) return 'ymd';
  if (parts.some(([first]) => first > 12)) return 'dmy';
  if (parts.some(([, second]) => second > 12)) return 'mdy';
  /* Nobody can tell: a point is how days are written where they come first. */
  return 'dmy';
}
