import { endpoints } from '../../../contract/platform/endpoints.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import { operationId } from '../../platform/http/operation-id.ts';
import type { Router } from '../../platform/http/route.ts';
import { onPost, onPut, toResponse } from '../operation/put-route.ts';
import type { NumberSale, ReportSaleDue } from './sale.ts';
import type { Tenders } from './tenders.ts';

export interface SaleWriters {
  readonly numberSale: NumberSale;
  readonly reportSaleDue: ReportSaleDue;
}

export function tenderRoutes(on: Router['on'], tenders: Tenders, { numberSale, reportSaleDue }: SaleWriters): void {
  const pollTarget = { path: endpoints.tender.path, isOpen: isTenderOpen };
  onPut(on, endpoints.putTender, tenders.put, pollTarget);
  onPost(on, endpoints.postTender, tenders.put, pollTarget);
  on(endpoints.tender, async ({ params, caller }) =>
    toResponse(caller, { view: await tenders.get(caller, operationId(params)) }, pollTarget),
  );
  on(endpoints.cancelTender, async ({ params, caller }) => ({
    body: await tenders.cancel(caller, operationId(params)),
  }));
  on(endpoints.myTenders, async ({ caller }) => ({ body: await tenders.mine(caller) }));
  on(endpoints.sale, async ({ params, query, caller }) => {
    const due = query['due'];
    return { body: await tenders.sale(caller, operationId(params), due === undefined ? null : Number(due)) };
  });
  on(endpoints.putSaleReceipt, async ({ params, body, caller }) => {
    await numberSale(caller, operationId(params), body.receiptNo);
    return { body };
  });
  on(endpoints.putSaleDue, async ({ params, body, caller }) => ({
    body: await reportSaleDue(caller, operationId(params), body),
  }));
}
