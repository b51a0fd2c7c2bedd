import { shopDate } from '../../../../contract/platform/shop-day.ts';
import { TYPES_MAX } from '../limits.ts';
import { type ColumnKind, columnIndexOf, columnNameOf, type LineType, type ListColumns, valuesIn } from './columns.ts';
import type { OurLine, ShopDays, ShopTerms } from './lines.ts';
import { readListAmount } from './list-amount.ts';
import { createTimeReader } from './list-time.ts';
import type { CsvLine } from './read-csv.ts';

/** Data for recognising columns before a list is read. */
export interface ComparisonContext extends ShopTerms {
  readonly days: ShopDays;
  readonly ours: readonly Pick<OurLine, 'id' | 'transactionId'>[];
  /** The shop's number at the issuer; null if unknown. */
  readonly mid: string | null;
}

/** Headings of columns, in the languages of registers and issuers. */
const NAMES = {
  receiptNo:
    /receipt|beleg|bon(nummer)?$|ticket|invoice|order|^name$|reference|référence|reçu|resit|单号|小票|ரசீது|sale.?(id|no)/,
  time: /^(time|uhrzeit|heure|masa|时间|நேரம்)$/,
  at: /date|time|datum|zeit|heure|tarikh|tanggal|日期|时间|தேதி|created|^at$/,
  currency: /currency|währung|waehrung|devise|mata wang|币种|நாணயம்|^ccy$|^wkz/,
  last4: /voucher|gift.?card|card.?(no|number)|gutschein|bon d|last.?4|baucar|礼券|卡号|வவுச்சர்|code$/,
  type: /type$|^kind$|^art$|typ$|tender|payment|zahl(ungs)?art|^jenis|类型|வகை|operation|movement/,
} as const satisfies Partial<Record<ColumnKind, RegExp>>;
const VOUCHER = /voucher|gift|gutschein|bon|baucar|礼券|வவுச்சர்/;
const AMOUNT = /amount|betrag|montant|sum(me)?$|total|value|amaun|jumlah|nominal|金额|金額|தொகை|umsatz|paid/;
/** Words for lines that are refunds, or that do not affect vouchers. */
const BACK = /refund|return|reversal|storno|gutschr|rück|rueck|retour|rembours|pulang|退|திருப்பி/i;
const NO_MOVEMENT =
  /^auth|^other$|^check|void|fail|decline|cash|\bbar\b|visa|master|amex|credit|debit|nets|paynow|tunai|现金|esp[eè]ces/i;

const LINES_READ = 1_000;

/** Proposes the columns of a list. A person confirms or changes them. */
export function proposeColumns(
  header: readonly string[],
  lines: readonly CsvLine[],
  context: ComparisonContext,
): Partial<ListColumns> {
  const some = lines.slice(0, LINES_READ);
  const used = new Set<number>();
  const find = (fits: (name: string, cells: readonly string[]) => boolean): string | number | undefined => {
    const index = header.findIndex((name, at) => {
      const cells = some.flatMap((line) => line.cells[at] || []);
      return !used.has(at) && cells.length > 0 && fits(name.toLowerCase().trim(), cells);
    });
    if (index === -1) return undefined;
    used.add(index);
    return columnNameOf(index, header);
  };
  const ids = new Set(
    context.ours.flatMap(({ id, transactionId }) => (transactionId === null ? [id] : [id, transactionId])),
  );
  const columns = {
    transactionId: find((_, cells) => cells.some((cell) => ids.has(cell))),
    shop:
      context.mid !== null && context.mid.length > 5
        ? find((_, cells) => cells.includes(context.mid ?? ''))
        : undefined,
    currency: find((name, cells) => NAMES.currency.test(name) && areMost(cells, /^[A-Za-z]{3}$/)),
    time: find((name, cells) => NAMES.time.test(name) && areMost(cells, /^\d{1,2}:\d\d/)),
    at: find((name, cells) => NAMES.at.test(name) && areMost(cells, /^\d{1,4}[./-]\d{1,2}[./-]\d/)),
    amount:
      find((name, cells) => VOUCHER.test(name) && (AMOUNT.test(name) ? areAmounts(cells) : arePrices(cells))) ??
      find((name, cells) => AMOUNT.test(name) && areAmounts(cells)),
    receiptNo: find((name) => NAMES.receiptNo.test(name) && !AMOUNT.test(name) && !/type|date|status/.test(name)),
    last4: find(
      (name, cells) => NAMES.last4.test(name) && !AMOUNT.test(name) && !arePrices(cells) && !/type|brand/.test(name),
    ),
    type: find((name, cells) => NAMES.type.test(name) && !areAmounts(cells) && new Set(cells).size < TYPES_MAX),
  };
  const found = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined));
  return {
    ...found,
    ...(columns.shop !== undefined && { shopValue: context.mid ?? '' }),
    ...proposeReading(found, header, lines, context),
  };
}

const AMOUNT_CELL = /^\D{0,6}\d[\d.,'’ \u00a0\u202f]*\D{0,6}$/;
const areMost = (cells: readonly string[], shape: RegExp) =>
  cells.filter((cell) => shape.test(cell)).length > cells.length * 0.7;
const areAmounts = (cells: readonly string[]) => areMost(cells, AMOUNT_CELL);
const arePrices = (cells: readonly string[]) => areAmounts(cells) && cells.some((cell) => /[.,]\d\d\D*$/.test(cell));

/** Proposes how to read the values in columns, where no person has confirmed it. */
export function proposeReading(
  columns: Partial<ListColumns>,
  header: readonly string[],
  lines: readonly CsvLine[],
  { currency, timeZone, dayBegins, days }: ComparisonContext,
): Partial<ListColumns> {
  const some = lines.slice(0, LINES_READ);
  const cellsOf = (column: string | number | undefined) => {
    const index = column === undefined ? null : columnIndexOf(column, header);
    return index === null ? [] : some.map(({ cells }) => cells[index] ?? '');
  };
  const currencies = cellsOf(columns.currency);
  const decimal = onlyReading(['.', ','] as const, cellsOf(columns.amount), (cell, sign, index) =>
    readListAmount(cell, currencies[index]?.toUpperCase() || currency, { ...columns, decimal: sign }),
  );
  const orders = (['ymd', 'dmy', 'mdy'] as const).map((order) => ({
    order,
    timeOf: createTimeReader(order, timeZone),
  }));
  const dates = onlyReading(orders, cellsOf(columns.at), (cell, { timeOf }) => {
    const time = timeOf(cell);
    const day = time === null ? null : time.at === null ? time.day : shopDate(time.at, { timeZone, dayBegins });
    return day !== null && day >= days.first && day <= days.last ? day : null;
  });
  const index = columns.type === undefined ? null : columnIndexOf(columns.type, header);
  return {
    ...(decimal !== undefined && { decimal }),
    ...(dates !== undefined && { dates: dates.order }),
    ...(index !== null && { types: Object.fromEntries(valuesIn(lines, index).map((value) => [value, typeOf(value)])) }),
  };
}

function typeOf(value: string): LineType {
  if (BACK.test(value)) return 'refund';
  return NO_MOVEMENT.test(value) && !VOUCHER.test(value.toLowerCase()) ? 'none' : 'payment';
}

/**
 * Returns the format that reads every value, except values that no format can read; undefined if
 * no format does, or if several do with different results.
 */
function onlyReading<W>(
  options: readonly W[],
  cells: readonly string[],
  read: (cell: string, option: W, index: number) => number | string | null,
): W | undefined {
  const readings = options.map((option) => ({
    way: option,
    values: cells.map((cell, index) => read(cell, option, index)),
  }));
  const full = readings.filter(({ values }) =>
    values.every((value, index) => value !== null || readings.every((other) => other.values[index] === null)),
  );
  const [first, ...otherColumns] = full.filter(({ values }) => values.some((value) => value !== null));
  const isOne = otherColumns.every(({ values }) => values.every((value, index) => value === first?.values[index]));
  return isOne ? first?.way : undefined;
}
