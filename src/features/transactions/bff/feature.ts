import { defineServer, fromAll } from '../../../bff/app/feature.ts';
import type { transactionEndpoints } from '../contract/endpoints.ts';
import { createDayClosings } from './day-closings.ts';
import { createProgramLists } from './program-lists.ts';
import { transactionRoutes } from './route.ts';
import { createTransactions } from './transactions.ts';

export const transactions = defineServer({
  name: 'transactions',
  summaries: {
    searchTransactions: 'Searches the shop’s transactions at the issuer, period by period.',
    transactionLines: 'A page of transactions.',
    transactionTotals: 'The totals of the same transactions.',
    transactionDetail: 'One transaction with all its details.',
    voucherTag: 'The tag that finds a voucher among the transactions.',
    exportTransactions: 'Transactions as a file.',
    putClosing: 'Compares a day with the register, once per id.',
    listTenders: 'All redemptions of the shop in a period, oldest first, page by page.',
    listRefunds: 'All refunds of the shop in a period, oldest first, page by page.',
    closings: 'The latest closings, newest first.',
  } satisfies Record<keyof typeof transactionEndpoints, string>,
  examples: {
    searchTransactions: { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' },
    exportTransactions: { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' },
    transactionLines: { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' },
    transactionTotals: { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' },
    transactionDetail: { id: '1' },
    voucherTag: { code: '1234567890' },
    putClosing: { date: '2030-01-14', register: [{ currency: 'SGD', amount: 0 }] },
  },
  money: {
    none: [
      'exportTransactions',
      'putClosing',
      'searchTransactions',
      'transactionDetail',
      'transactionLines',
      'transactionTotals',
      'voucherTag',
    ],
  },
  unconfirmed: {
    searchTransactions: 'reads a list',
    transactionDetail: 'reads a list',
    putClosing: 'records a day, a note or a view, and changes nothing else',
  },
  create(core, _, hooksOf) {
    const listedOperations = (ids: readonly string[]) => fromAll(hooksOf('listedOperations'), ids);
    const list = createTransactions({ ...core, listedOperations });
    const closings = createDayClosings({ ...core, readDay: list.readDay, onClosed: core.seals.sealSoon });
    const lists = createProgramLists(core);
    return {
      parts: { transactions: list, closings },
      routes: ({ on, onStream }) => transactionRoutes({ on, onStream, audit: core.audit }, list, closings, lists),
    };
  },
});
