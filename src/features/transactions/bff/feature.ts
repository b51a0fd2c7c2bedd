import { defineServer } from '../../../bff/app/feature.ts';
import type { transactionEndpoints } from '../contract/endpoints.ts';
import { createClosings } from './closings.ts';
import { transactionRoutes } from './route.ts';
import { createTransactions } from './transactions.ts';

export const transactions = defineServer({
  name: 'transactions',
  summaries: {
    searchTransactions: 'The shop’s transactions at the issuer, stretch by stretch.',
    transactionLines: 'A page of lines.',
    transactionTotals: 'What the same lines add up to.',
    transactionDetail: 'One line with all that is known of it.',
    voucherTag: 'By what a voucher is found among the lines.',
    exportTransactions: 'Transactions as a file.',
    putClosing: 'Compares a day with the register, once for an id.',
    closings: 'The latest closings, newest first.',
  } satisfies Record<keyof typeof transactionEndpoints, string>,
  create(core) {
    const list = createTransactions(core);
    const closings = createClosings({ ...core, readDay: list.readDay, onClosed: core.seals.sealSoon });
    return {
      parts: { transactions: list, closings },
      routes: ({ on, onStream }) => transactionRoutes({ on, onStream, audit: core.audit }, list, closings),
    };
  },
});
