import { type Cell, CSV_BOM, type RecordFormat } from '../../../contract/platform/csv.ts';
import { currenciesOfShift, netOfShift, type ShiftSummary } from '../../closings/contract/shift.ts';
import { majorUnits } from '../../transactions/contract/transaction-amount.ts';
import { type ShopAnswer, withoutAnswer } from '../contract/shop-answers.ts';

const CLOSING_COLUMNS = [
  'shop',
  'day',
  'till',
  'person',
  'z',
  'opened',
  'closed',
  'closed_by',
  'currency',
  'redeemed',
  'refunded',
  'net',
  'register',
  'difference',
  'not_confirmed',
  'incomplete',
];

/**
 * Formats one line for each shift and currency, amounts in major units, and one for each shop
 * without an answer.
 */
export function closingsCsv(shops: readonly ShopAnswer<readonly ShiftSummary[]>[], recordOf: RecordFormat): string {
  const lines = shops.flatMap((shop) => {
    if (shop.answer !== null) return shop.answer.flatMap((shift) => closingLines(shop.name, shift));
    const cells: Record<string, Cell> = { shop: shop.name, incomplete: withoutAnswer(shop) };
    return [CLOSING_COLUMNS.map((name) => cells[name] ?? null)];
  });
  return CSV_BOM + [CLOSING_COLUMNS, ...lines].map(recordOf).join('');
}

function closingLines(shop: string, shift: ShiftSummary): Cell[][] {
  const { day, till, person, number, opened, closed, closedBy, sums, declared, difference, unsettled } = shift;
  const currencies = new Set([...currenciesOfShift(sums), ...(declared === null ? [] : [declared.currency])]);
  return [...(currencies.size === 0 ? [''] : currencies)].map((currency) => {
    const money = (amount: number | null) => (amount === null ? null : { exact: majorUnits(amount, currency) });
    const amountOf = (kind: 'redeemed' | 'refunded') =>
      money(sums.find((sum) => sum.kind === kind && sum.currency === currency)?.amount ?? 0);
    const register = declared?.currency === currency ? declared : null;
    return [
      shop,
      { exact: day },
      till,
      person,
      number,
      { exact: opened },
      closed === null ? null : { exact: closed },
      closedBy,
      currency === '' ? 'items' : currency,
      amountOf('redeemed'),
      amountOf('refunded'),
      money(netOfShift(sums, currency)),
      money(register?.amount ?? null),
      money(register === null ? null : difference),
      unsettled,
      null,
    ];
  });
}
