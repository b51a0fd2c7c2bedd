import type { Audit } from '../../../bff/platform/audit/audit.ts';
import { operationId } from '../../../bff/platform/http/operation-id.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { recordFormatOf } from '../../../contract/platform/csv.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { DayClosings } from './day-closings.ts';
import type { ProgramLists } from './program-lists.ts';
import type { Transactions } from './transactions.ts';

export function transactionRoutes(
  { on, onStream, audit }: Pick<Router, 'on' | 'onStream'> & { readonly audit: Audit },
  transactions: Transactions,
  closings: DayClosings,
  lists: ProgramLists,
): void {
  on(endpoints.listTenders, async ({ caller, query }) => ({ body: await lists.tenders(caller.shop, query) }));
  on(endpoints.listRefunds, async ({ caller, query }) => ({ body: await lists.refunds(caller.shop, query) }));
  on(endpoints.searchTransactions, async ({ body }) => ({ body: await transactions.search(body) }));
  on(endpoints.transactionLines, async ({ caller, body }) => ({ body: await transactions.lines(caller, body) }));
  on(endpoints.transactionTotals, async ({ caller, body, signal }) => ({
    body: await transactions.totals(caller, body, signal),
  }));
  on(endpoints.transactionDetail, async ({ body: { id } }) => ({ body: await transactions.detail(id) }));
  on(endpoints.voucherTag, async ({ body }) => ({ body: await transactions.tag(body.code) }));
  onStream(endpoints.exportTransactions, async ({ caller, query, body: { filter = {}, ...period } }) => {
    await audit.write({
      by: caller,
      action: 'data.exported',
      details: { what: 'transactions', from: period.from, to: period.to },
    });
    return {
      contentType: 'text/csv; charset=utf-8',
      body: await transactions.csv(period, filter, recordFormatOf(query)),
      headers: { 'Content-Disposition': 'attachment; filename="transactions.csv"', 'X-Accel-Buffering': 'no' },
    };
  });
  on(endpoints.putClosing, async ({ params, body, caller }) => {
    const { closing, isNew } = await closings.put(caller, operationId(params), body);
    return { status: isNew ? 201 : 200, body: closing };
  });
  on(endpoints.closings, async () => ({ body: await closings.list() }));
}
