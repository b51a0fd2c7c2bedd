import type { Line, Transaction } from '../../contract/transaction.ts';
import type { Totals } from '../../contract/transaction-list.ts';
import { sumsOf } from '../../contract/transaction-sums.ts';

/** A line of the manager's list: a capture in minor units. */
export function exampleLine(id: string, change: Partial<Transaction> = {}): Line {
  const row: Transaction = {
    id,
    type: 'capture',
    rawType: 'Capture',
    status: 'succeeded',
    rawStatus: 'Succeeded',
    mid: '000000012345678',
    amount: 100,
    currency: 'SGD',
    at: '2026-11-21T07:00:00Z',
    updatedAt: null,
    vouchers: [{ last4: '7890', tag: 'tag1', product: null }],
    by: null,
    ...change,
  };
  return { row, authorization: null };
}

/** The totals of a day that consists of these lines and was read completely. */
export function exampleTotals(lines: readonly Line[], change: Partial<Totals> = {}): Totals {
  const { currencies, ...sums } = sumsOf(lines.map(({ row }) => row));
  return {
    lines: lines.length,
    rows: lines.length,
    sums: { ...sums, currencies: [...currencies] },
    scale: { unit: 'day', starts: [Date.parse('2026-11-20T16:00:00Z')] },
    bars: currencies.map(({ currency, captured, refunded }) => ({
      currency,
      captured: [captured],
      refunded: [refunded],
    })),
    facets: { people: ['Ana'], mids: ['000000012345678'] },
    mid: '000000012345678',
    coverage: { share: 1, gaps: [], keptFrom: null, until: '2026-11-21T07:00:00Z', isAway: false },
    ...change,
  };
}
