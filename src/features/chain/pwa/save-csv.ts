import { type Cell, CSV_BOM, csvRecord } from '../../../contract/platform/csv.ts';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import type { StatementLine } from '../../closings/contract/books.ts';
import { currenciesOfShift, netOfShift, type ShiftSummary } from '../../closings/contract/shift.ts';
import { statementCsv } from '../../closings/contract/statement-csv.ts';
import { majorUnits } from '../../transactions/contract/transaction-amount.ts';
import type { Days } from '../../transactions/pwa/period.ts';
import type { ShopOverview } from '../contract/overview.ts';
import type { ShopAnswer } from '../contract/shop-answers.ts';

const save = (csv: string, what: string, { first, last }: Days) =>
  saveFile(new Blob([csv], { type: 'text/csv' }), `${what}-${first}-${last}.csv`);

const csvOf = (columns: readonly string[], lines: readonly (readonly Cell[])[]) =>
  CSV_BOM + [columns, ...lines].map(csvRecord).join('');

/** Saves one line for each shop and currency; amounts have decimals. */
export function saveOverview(shops: readonly ShopOverview[], days: Days): void {
  const columns = ['shop', 'currency', 'redemptions', 'redeemed', 'refunds', 'refunded'];
  const lines = shops.flatMap(({ name, sums }) =>
    sums.map(({ currency, captures, captured, refunds, refunded }) => {
      const money = (amount: number) => ({ exact: majorUnits(amount, currency) });
      return [name, currency, captures, money(captured), refunds, money(refunded)];
    }),
  );
  save(csvOf(columns, lines), 'shops', days);
}

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
];

/** Saves one line for each shift and currency. */
export function saveClosings(shops: readonly ShopAnswer<readonly ShiftSummary[]>[], days: Days): void {
  const lines = shops.flatMap(({ name, answer }) => (answer ?? []).flatMap((shift) => closingLines(name, shift)));
  save(csvOf(CLOSING_COLUMNS, lines), 'closings', days);
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
    ];
  });
}

/** Saves the statement of each shop. */
export function saveStatements(shops: readonly ShopAnswer<StatementLine[]>[], days: Days): void {
  const statements = shops.map(({ name, answer }) => ({ shop: name, lines: answer ?? [] }));
  save(statementCsv({ from: days.first, to: days.last }, statements), 'vouchers-taken', days);
}
