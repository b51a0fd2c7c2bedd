import { endpoints } from '../../contract/endpoints.ts';
import type { TransactionStretch } from '../../contract/transaction.ts';
import { packTransactions, type TransactionPage } from '../../contract/transaction-pack.ts';
import type { Audit } from '../audit/audit.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import type { Closings } from './closings.ts';
import type { Transactions } from './transactions.ts';

const packed = ({ transactions, ...stretch }: TransactionStretch): TransactionPage => ({
  transactions: packTransactions(transactions),
  ...stretch,
});

/** Adds the routes of transactions and of the ends of days. */
export function transactionRoutes(
  { on, onStream, audit }: Pick<Router, 'on' | 'onStream'> & { readonly audit: Audit },
  transactions: Transactions,
  closings: Closings,
): void {
  on(endpoints.searchTransactions, async ({ body, signal }) => ({ body: await transactions.search(body, signal) }));
  on(endpoints.readTransactions, async ({ body, signal }) => ({ body: packed(await transactions.read(body, signal)) }));
  on(endpoints.myTransactions, async ({ caller, body }) => ({ body: packed(await transactions.mine(caller, body)) }));
  on(endpoints.transactionDetail, async ({ body: { ids, at }, signal }) => ({ body: await transactions.detail(ids, at, signal) }));
  on(endpoints.voucherTag, async ({ body }) => ({ body: await transactions.tag(body.code) }));
  onStream(endpoints.exportTransactions, async ({ caller, body: { filter = {}, ...period }, signal }) => {
    await audit.write({ by: caller, action: 'data.exported', details: { what: 'transactions', from: period.from, to: period.to } });
    return {
      contentType: 'text/csv; charset=utf-8',
      body: await transactions.csv(period, filter, signal),
      headers: { 'Content-Disposition': 'attachment; filename="transactions.csv"', 'X-Accel-Buffering': 'no' },
    };
  });
  on(endpoints.putClosing, async ({ params, body, caller }) => {
    const { closing, isNew } = await closings.put(caller, operationId(params), body);
    return { status: isNew ? 201 : 200, body: closing };
  });
  on(endpoints.closings, async () => ({ body: await closings.list() }));
}
