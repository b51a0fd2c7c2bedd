import { randomUUID } from 'node:crypto';
import type { OrphanRecord } from '../../bff/redemption/journal/orphan-store.ts';
import type { OtherRefundFact, RefundRecord } from '../../bff/redemption/journal/refund-store.ts';
import { type CaptureFact, foundCapture } from '../../bff/redemption/journal/tender-facts.ts';
import type { OtherTenderFact, TenderRecord } from '../../bff/redemption/journal/tender-store.ts';
import { NO_BOOKS } from '../../features/closings/contract/books.ts';
import { NO_BASELINE, newTender, UNKNOWN } from '../databases/journal-kit.ts';
import { SQLITE } from '../databases/stores.ts';
import { MODEL_MID } from '../issuer/model-issuer.ts';
import { createShiftRig, SHIFT_REF } from '../rigs/shift-rig.ts';
import { ANA, MEI, SHOP } from '../rigs/till.ts';
import { BY, createStockLeads } from './states-stock.ts';

export const MANAGER = { kind: 'manager' as const, reason: 'silence', evidence: 'balance-unproved' as const, candidates: [] };
export const NOT_CAPTURED = { kind: 'not_captured', reason: 'nothing was found' } as const;
const ACCOUNT = { account: '1000', tax: '' };
const DAY_MS = 24 * 60 * 60_000;

export type StatesWorld = Awaited<ReturnType<typeof createStatesWorld>>;

/** One shop, whose journals are led into any state, and all of its reports. */
export async function createStatesWorld() {
  const rig = await createShiftRig(SQLITE);
  const { parts, issuer, clock } = rig;
  const { tenders, refunds, orphans } = parts.journals;
  const saleId = randomUUID();
  const classes = { 'own-multi': ACCOUNT, 'own-single': ACCOUNT, 'other-issuer': ACCOUNT, free: ACCOUNT };
  await parts.bookKeeping.books.write(MEI, { ...NO_BOOKS, classes, clearing: { account: '2000', tax: '' } });

  /** Money moves at the issuer. @returns the issuer's id */
  function moveMoney(amount = 2_000): string {
    issuer.captureElsewhere(SHIFT_REF, amount);
    return issuer.ledger().at(-1)?.captureId ?? '';
  }
  const captured = (kind: CaptureFact['kind'] = 'captured', amount = 2_000): CaptureFact => {
    return {
      kind,
      captureId: moveMoney(amount),
      authorizationId: null,
      captured: amount,
      evidence: 'answer',
      refundHandle: null,
      vouchers: [],
    };
  };

  async function begin(): Promise<TenderRecord> {
    const tender = newTender(SHOP, { ref: SHIFT_REF, code: SHIFT_REF, saleId });
    const begun = await tenders.begin(tender, NO_BASELINE);
    if (begun.outcome !== 'new') throw new Error(begun.outcome);
    return begun.record;
  }

  /** A redemption with these facts after it was sent. */
  async function redeem(...facts: (OtherTenderFact | CaptureFact)[]): Promise<TenderRecord> {
    let tender = await begin();
    for (const fact of facts) {
      if (fact.kind === 'captured' || fact.kind === 'captured_partial' || fact.kind === 'late_capture') {
        const claimed = await tenders.capture(tender, fact);
        if (claimed === null) throw new Error('claimed already');
        tender = claimed;
      } else tender = await tenders.append(tender, fact);
    }
    return tender;
  }

  async function beginRefund(tender: TenderRecord): Promise<RefundRecord> {
    const begun = await refunds.begin({ id: randomUUID(), tender, note: 'wrong', device: ANA.device, person: ANA.person }, NO_BASELINE);
    if (begun.outcome !== 'new') throw new Error(begun.outcome);
    return begun.record;
  }
  async function giveBack(refund: RefundRecord): Promise<RefundRecord> {
    const captureId = refund.tender.status.capture?.captureId ?? '';
    issuer.refundElsewhere(captureId);
    const refundId = issuer.ledger().find((one) => one.captureId === captureId)?.refundId ?? '';
    const done = await refunds.refunded(refund, { kind: 'refunded', refundId, evidence: 'answer' });
    if (done === null) throw new Error('claimed already');
    return done;
  }
  /** A refund with these facts, of a redemption that an earlier Z counts. */
  async function refundOlder(...facts: OtherRefundFact[]): Promise<RefundRecord> {
    const tender = await redeem(captured());
    await nextDay();
    let refund = await beginRefund(tender);
    for (const fact of facts) refund = await refunds.append(refund, fact);
    return refund;
  }

  const keepLate = async () => tenders.keepLateCapture(await redeem(UNKNOWN, NOT_CAPTURED, captured('late_capture')), BY, 'kept');

  async function findOrphan(): Promise<OrphanRecord> {
    const transactionId = moveMoney();
    const at = new Date(clock.now()).toISOString();
    const row = { transactionId, at, amount: 2_000, currency: 'SGD', type: 'capture', status: 'succeeded', mid: MODEL_MID } as const;
    const found = await orphans.found({ id: randomUUID(), shop: SHOP, row, ref: SHIFT_REF });
    if (found === null) throw new Error('claimed already');
    return found;
  }
  /** As a manager's refund of an unmatched capture, by Ana, whose shift the reports are of. */
  async function refundOrphan(): Promise<void> {
    const orphan = await findOrphan();
    const capture = foundCapture(orphan.row.transactionId, 2_000);
    const tender = newTender(SHOP, { ref: SHIFT_REF, code: SHIFT_REF });
    const recorded = await tenders.recordOrphan(tender, { kind: 'attached', capture, by: BY, note: 'unknown' }, orphan);
    if (recorded.outcome !== 'new') throw new Error(recorded.outcome);
    await giveBack(await beginRefund(recorded.record));
  }

  /** Closes the shift of everything so far, and continues on the next day. */
  async function nextDay(): Promise<void> {
    await rig.close(ANA);
    await clock.advance(DAY_MS);
  }

  const stock = createStockLeads(parts, nextDay);
  const leads = { redeem, captured, keepLate, beginRefund, giveBack, refundOlder };
  return { rig, parts, clock, saleId, ...leads, ...stock, findOrphan, refundOrphan };
}
