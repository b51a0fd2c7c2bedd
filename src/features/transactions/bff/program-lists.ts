import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { RefundRecord } from '../../../bff/redemption/journal/refund-store.ts';
import type { TenderRecord } from '../../../bff/redemption/journal/tender-store.ts';
import type { PagedJournal } from '../../../bff/redemption/operation/journal-port.ts';
import { createPageReader, type PageReaderDeps } from '../../../bff/redemption/operation/read-page.ts';
import { refundView } from '../../../bff/redemption/refund/view.ts';
import { tenderView } from '../../../bff/redemption/tender/view.ts';
import type { AnswerOf } from '../../../contract/platform/endpoint.ts';
import type { transactionEndpoints } from '../contract/endpoints.ts';

type Query = Readonly<Record<string, string>>;

interface PagedJournals {
  readonly tenders: PagedJournal<TenderRecord>;
  readonly refunds: PagedJournal<RefundRecord>;
}

/** All redemptions and refunds of a shop, for programs that compare them with their own records. */
export interface ProgramLists {
  /** Contains no voucher, and no data of the issuer about one. */
  tenders(shop: Scope, query: Query): Promise<AnswerOf<typeof transactionEndpoints.listTenders>>;
  refunds(shop: Scope, query: Query): Promise<AnswerOf<typeof transactionEndpoints.listRefunds>>;
}

export function createProgramLists({
  journals,
  ...deps
}: PageReaderDeps & { readonly journals: PagedJournals }): ProgramLists {
  const readPage = createPageReader(deps);
  return {
    async tenders(shop, query) {
      const page = await readPage(query, (of) => journals.tenders.pageOf(shop, of), positionOf);
      return { ...page, items: page.items.map((tender) => ({ ...tenderView(tender, null), vouchers: [] })) };
    },
    async refunds(shop, query) {
      const page = await readPage(query, (of) => journals.refunds.pageOf(shop, of), positionOf);
      return { ...page, items: page.items.map(refundView) };
    },
  };
}

const positionOf = ({ createdAt, id }: { readonly createdAt: number; readonly id: string }) => ({ at: createdAt, id });
