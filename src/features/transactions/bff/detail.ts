import { decryptRow } from '../../../bff/issuer/mirror/row.ts';
import type { IssuerTransaction } from '../../../bff/issuer/port.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import { evidenceOf } from '../../../bff/redemption/journal/evidence.ts';
import type { Journals } from '../../../bff/redemption/journal/journals.ts';
import { readSaleDue } from '../../../bff/redemption/journal/sale-due.ts';
import type { TenderRecord } from '../../../bff/redemption/journal/tender-store.ts';
import { refundView } from '../../../bff/redemption/refund/view.ts';
import { tenderView } from '../../../bff/redemption/tender/view.ts';
import type { EvidenceLine } from '../../../contract/redemption/attention.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { Explained, TransactionDetail } from '../contract/transaction.ts';
import { issuerRows, type LinesDeps, linesOf } from './lines.ts';
import { type ListScope, rowsSeen } from './list-query.ts';
import { noSuchTransaction } from './problems.ts';
import { isoOf } from './rows.ts';

export interface DetailDeps extends LinesDeps {
  readonly keys: Pick<Keys, 'open'>;
  readonly journals: Pick<Journals, 'tenders' | 'refunds' | 'orphans'>;
  readonly scope: () => Promise<ListScope>;
}

type DetailParts = Pick<TransactionDetail, 'tender' | 'refund' | 'attempts' | 'evidence' | 'saleDue'>;
const NO_PARTS: DetailParts = { tender: null, refund: null, attempts: null, evidence: [], saleDue: null };

/**
 * Looks up one line: its rows as the issuer last showed them, with the history of each voucher, and
 * its row in the journal.
 */
export function createDetail(deps: DetailDeps) {
  const { keys, shop, reads, journals } = deps;

  async function partsOfTender(tender: TenderRecord): Promise<DetailParts> {
    const refunds = await journals.refunds.ofTender(shop, tender.id);
    const refund = refunds.at(-1);
    const evidence = [...evidenceOf(tender.facts), ...refunds.flatMap(({ facts }) => evidenceOf(facts))];
    return {
      tender: tenderView(tender, null),
      refund: refund ? refundView(refund) : null,
      attempts: tender.status.attempts,
      evidence: evidence.sort((a, b) => a.at.localeCompare(b.at)),
      saleDue: tender.saleId === null ? null : await readSaleDue(reads, { shop, id: tender.saleId }),
    };
  }

  async function partsOf({ operation, id }: Explained): Promise<DetailParts> {
    if (operation === 'tender') {
      const tender = await journals.tenders.read(shop, id);
      return tender ? partsOfTender(tender) : NO_PARTS;
    }
    if (operation === 'refund') {
      const refund = await journals.refunds.read(shop, id);
      return refund ? { ...(await partsOfTender(refund.tender)), refund: refundView(refund) } : NO_PARTS;
    }
    const orphan = operation === 'orphan' ? await journals.orphans.read(shop, id) : null;
    const evidence: EvidenceLine[] = orphan ? evidenceOf(orphan.facts) : [];
    return { ...NO_PARTS, evidence };
  }

  return async (id: string): Promise<TransactionDetail> => {
    const found = await rowsSeen(await deps.scope())
      .select(['id', 'type', 'at', 'pair_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    const [line] = found ? await linesOf(deps, [found]) : [];
    if (line === undefined) throw noSuchTransaction();
    const visibleRows = [line.row, ...(line.authorization ? [line.authorization] : [])];
    const storedRows = await issuerRows(
      deps,
      visibleRows.map((transaction) => transaction.id),
    );
    const by = visibleRows.map((transaction) => transaction.by).find((one) => one !== null);
    return {
      line,
      records: visibleRows.flatMap((transaction) => {
        const row = storedRows.find(({ transactionId }) => transactionId === transaction.id);
        return row ? [{ transaction, vouchers: decryptRow(keys, row).vouchers.map(trailOf) }] : [];
      }),
      ...(by ? await partsOf(by) : NO_PARTS),
    };
  };
}

function trailOf(voucher: IssuerTransaction['vouchers'][number]) {
  return {
    last4: lastFour(voucher.ref),
    product: voucher.productLabel ?? voucher.productCode,
    amount: voucher.usingValue,
    actions: voucher.actions.map(({ type, status, codes, at }) => ({ type, status, codes: [...codes], at: isoOf(at) })),
  };
}
