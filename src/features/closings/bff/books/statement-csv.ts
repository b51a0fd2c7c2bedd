import { type Cell, CSV_BOM, type RecordFormat } from '../../../../contract/platform/csv.ts';
import { majorUnits } from '../../../transactions/contract/transaction-amount.ts';
import type { Statement } from '../../contract/books.ts';

const COLUMNS = (
  'from to product class account currency redemptions redeemed refunds refunded net forfeited ' +
  'first_receipt last_receipt'
).split(' ');

interface StatementOfShop extends Pick<Statement, 'lines'> {
  /** The first column of the lines, if there are several shops. */
  readonly shop?: string;
  /** Why a shop has no lines; the last column, if there are several shops. */
  readonly incomplete?: string | null;
}

/** Formats statements as CSV; amounts in major units, items unchanged. */
export function statementCsv(
  { from, to }: Pick<Statement, 'from' | 'to'>,
  statements: readonly StatementOfShop[],
  recordOf: RecordFormat,
): string {
  const isOfShops = statements.some(({ shop }) => shop !== undefined);
  const columns = isOfShops ? ['shop', ...COLUMNS, 'incomplete'] : COLUMNS;
  const withoutLines = statements.flatMap(({ shop, incomplete }) => {
    const cells: Record<string, Cell> = {
      shop: shop ?? '',
      from: { exact: from },
      to: { exact: to },
      incomplete: incomplete ?? null,
    };
    return incomplete ? [recordOf(columns.map((name) => cells[name] ?? null))] : [];
  });
  const rows = statements.flatMap(({ shop, lines }) =>
    lines.map(({ currency, receipts, ...line }) => {
      const amount = (value: number) => ({ exact: majorUnits(value, currency) });
      return recordOf([
        ...(shop === undefined ? [] : [shop]),
        { exact: from },
        { exact: to },
        line.product,
        line.class,
        line.account,
        currency === '' ? 'items' : currency,
        line.redemptions,
        amount(line.redeemed),
        line.refunds,
        amount(line.refunded),
        amount(line.net),
        amount(line.forfeited),
        receipts?.first ?? '',
        receipts?.last ?? '',
        ...(isOfShops ? [null] : []),
      ]);
    }),
  );
  return CSV_BOM + [recordOf(columns), ...rows, ...withoutLines].join('');
}
