import { type Cell, CSV_BOM, csvRecord, type RecordFormat } from '../../../contract/platform/csv.ts';
import type { Transaction } from '../contract/transaction.ts';
import { isItemsCurrency, majorUnits } from '../contract/transaction-amount.ts';

/** Header of an export; it is the same in every language, so that programs can rely on it. */
const HEADER = [
  'time_utc',
  'time_shop',
  'type',
  'status',
  'shop',
  'amount',
  'currency',
  'items',
  'voucher',
  'product',
  'person',
  'device',
  'transaction_id',
  'issuer_type',
  'issuer_status',
  'receipt_no',
  'entry',
  'held',
  'forfeited',
];

/** Header, with the mark that identifies UTF-8 for spreadsheets. */
export function csvHeader(): string {
  return CSV_BOM + csvRecord(HEADER);
}

/**
 * Formats rows as RFC 4180 lines, amounts in major units without grouping, times in UTC and in the
 * shop's local time.
 */
export function createCsv(timeZone: string, recordOf: RecordFormat = csvRecord): (row: Transaction) => string {
  const shopTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (row) => {
    const { at, amount, currency, vouchers, by } = row;
    const isItems = isItemsCurrency(currency);
    return recordOf([
      at && { exact: at },
      at && { exact: shopTime.format(new Date(at)) },
      row.type,
      row.status,
      { digits: row.mid },
      amount === null || isItems ? null : { exact: majorUnits(amount, currency) },
      currency,
      isItems ? amount : null,
      { digits: vouchers.map(({ last4 }) => last4).join(' ') },
      vouchers
        .map(({ product }) => product ?? '')
        .filter(Boolean)
        .join('; '),
      by?.person ?? '',
      by?.device ?? '',
      { digits: row.id },
      row.rawType,
      row.rawStatus,
      ...saleColumns(row),
    ]);
  };
}

/**
 * Data of the sale from the journal. Amounts have separate columns for money and items; a voucher
 * uses one of them.
 */
function saleColumns({ by, currency }: Transaction): Cell[] {
  const sale = by?.sale;
  const valueOf = (value: number | null | undefined) => (value == null ? null : { exact: majorUnits(value, currency) });
  return [{ digits: sale?.receiptNo ?? '' }, sale?.entry ?? '', valueOf(sale?.held), valueOf(sale?.forfeited)];
}
