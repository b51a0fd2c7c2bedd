import type { EvidenceLine } from '../../contract/attention.ts';
import type { Explained, TransactionDetail } from '../../contract/transaction.ts';
import { lastFour } from '../../contract/voucher.ts';
import type { Keys } from '../base/keys.ts';
import type { IssuerTransaction } from '../issuer/port.ts';
import { evidenceOf } from '../journal/evidence.ts';
import type { Journals } from '../journal/journals.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { refundView } from '../refund/view.ts';
import { tenderView } from '../tender/view.ts';
import { badRequest, issuerUnclear, noSuchTransaction } from './problems.ts';
import { type LedgerDeps, rowsOf } from './read.ts';
import { isoOf, mayBeSeen, transactionOf } from './rows.ts';

/** The rows of one line are no further apart. */
const AROUND_MS = 5 * 60_000;

export interface DetailDeps {
  readonly keys: Pick<Keys, 'hash'>;
  readonly shop: string;
  readonly journals: Pick<Journals, 'tenders' | 'refunds' | 'orphans'>;
  readonly ledger: LedgerDeps;
}

type Known = Pick<TransactionDetail, 'tender' | 'refund' | 'attempts' | 'evidence'>;
const NOTHING: Known = { tender: null, refund: null, attempts: null, evidence: [] };

/** Looks one line up: its rows anew at the issuer, with what happened to each voucher, and its row in the journal. */
export function createDetail({ keys, shop, journals, ledger }: DetailDeps) {
  async function tenderKnown(tender: TenderRecord): Promise<Known> {
    const refunds = await journals.refunds.ofTender(shop, tender.id);
    const refund = refunds.at(-1);
    const evidence = [...evidenceOf(tender.facts), ...refunds.flatMap(({ facts }) => evidenceOf(facts))];
    return {
      tender: tenderView(tender, null),
      refund: refund ? refundView(refund) : null,
      attempts: tender.standing.attempts,
      evidence: evidence.sort((a, b) => a.at.localeCompare(b.at)),
    };
  }

  async function known({ operation, id }: Explained): Promise<Known> {
    if (operation === 'tender') {
      const tender = await journals.tenders.read(shop, id);
      return tender ? tenderKnown(tender) : NOTHING;
    }
    if (operation === 'refund') {
      const refund = await journals.refunds.read(shop, id);
      return refund ? { ...(await tenderKnown(refund.tender)), refund: refundView(refund) } : NOTHING;
    }
    const orphan = operation === 'orphan' ? await journals.orphans.read(shop, id) : null;
    const evidence: EvidenceLine[] = orphan ? evidenceOf(orphan.facts) : [];
    return { ...NOTHING, evidence };
  }

  return async (ids: readonly string[], at: string, signal?: AbortSignal): Promise<TransactionDetail> => {
    const middle = Date.parse(at);
    if (Number.isNaN(middle)) throw badRequest('at', '"at" is no time of a calendar.');
    const read = await rowsOf(ledger.mirror, { from: middle - AROUND_MS, to: middle + AROUND_MS }, signal);
    if (read === null) throw issuerUnclear();
    const [mid, explained] = await Promise.all([ledger.mid(), ledger.explain(ids)]);
    const rows = read.filter((row) => ids.includes(row.transactionId) && mayBeSeen(row, mid, explained.has(row.transactionId)));
    if (rows.length === 0) throw noSuchTransaction();
    const by = rows.map(({ transactionId }) => explained.get(transactionId)).find((one) => one !== undefined);
    return {
      records: rows.map((row) => ({
        transaction: transactionOf(keys, row, explained.get(row.transactionId) ?? null),
        vouchers: row.vouchers.map(trailOf),
      })),
      ...(by ? await known(by) : NOTHING),
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
