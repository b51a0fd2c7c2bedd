import { magnitude, type VoucherValue, voucherValueSchema } from '../../../contract/money/money.ts';
import type { AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import type { Candidate } from '../../../contract/voucher/evidence.ts';
import { withoutRef } from '../../issuer/wire/vouchers-info.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { uuidOf } from '../../platform/base/uuid-of.ts';
import { type Caller, deciderOf } from '../../platform/http/caller.ts';
import { evidenceOf } from '../journal/evidence.ts';
import type { OrphanJournal, OrphanRecord } from '../journal/orphan-store.ts';
import { foundCapture } from '../journal/tender-facts.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import { tooEarly, voucherOpen } from '../operation/problems.ts';
import type { Gate } from '../recovery/gate.ts';
import type { ManagerRefunds } from '../refund/manager-refunds.ts';
import { noSuchRow } from './problems.ts';
import type { AttentionCase, AttentionSource } from './source.ts';
import { namedRow } from './unsettled.ts';

export interface OrphanSourceDeps {
  readonly shop: Scope;
  readonly orphans: OrphanJournal;
  readonly journal: Pick<TenderJournal, 'holder' | 'recordOrphan'>;
  readonly managerRefunds: ManagerRefunds;
  readonly gate: Pick<Gate, 'assertOpen' | 'mayHaveLost'>;
  readonly settleWindowMs: number;
}

/**
 * Lists captures of the shop that have no matching operation. A manager investigates, and closes
 * the case with a note or refunds the capture.
 */
export function orphanSource(deps: OrphanSourceDeps): AttentionSource {
  const { shop, orphans } = deps;
  const caseOf = (orphan: OrphanRecord): AttentionCase => ({
    item: itemOf(orphan),
    async act(request, caller) {
      if (request.action === 'refund') await refund(deps, orphan, request, caller);
      else await orphans.close(orphan, deciderOf(caller), request.reason);
    },
  });
  return {
    cases: async () => (await orphans.open(shop)).map(caseOf),
    async find(id) {
      const orphan = await orphans.read(shop, id);
      return orphan?.status.state === 'found' ? caseOf(orphan) : null;
    },
  };
}

/**
 * Records the capture as a redemption of the manager's, and refunds that. Its id follows from the
 * orphan's, so that an approval can name it before it exists.
 */
async function refund(
  { orphans, journal, managerRefunds, gate, settleWindowMs }: OrphanSourceDeps,
  orphan: OrphanRecord,
  { reason, refundId, transactionId }: AttentionRequest,
  caller: Caller,
): Promise<void> {
  const { row, shop } = orphan;
  const requested = valueOfCapture(row);
  if (requested === null || namedRow(transactionId) !== row.transactionId) throw noSuchRow();
  gate.assertOpen();
  /* A till may still report the redemption that made this capture. */
  if (gate.mayHaveLost(settleWindowMs)) throw tooEarly(settleWindowMs);
  const ref = orphans.refOf(orphan);
  const holder = await journal.holder(shop, ref);
  if (holder !== null) throw voucherOpen(holder);
  const { device, person } = caller;
  const facts = { saleId: null, receiptNo: null, entry: null, returnVouchersInfo: false };
  const tender = { id: tenderIdOf(orphan), shop, device, person, ref, code: ref, requested, ...facts };
  const order = { id: refundId, tenderId: tender.id, reason };
  const captured = magnitude(requested);
  // A recorded case leaves the list, so a missing approval could not be given for it afterwards.
  await managerRefunds.assertApproved(caller, order, tender, captured);
  const capture = foundCapture(row.transactionId, captured);
  const note = withoutRef(reason, ref);
  await journal.recordOrphan(tender, { kind: 'attached', capture, by: deciderOf(caller), note }, orphan);
  await managerRefunds.refund(caller, order);
}

const tenderIdOf = ({ id, shop }: OrphanRecord) => uuidOf(`tender of an orphan ${shop} ${id}`);

/** The row itself is the only candidate, because nothing else is known. */
function itemOf(orphan: OrphanRecord): AttentionItem {
  const { id, status, row, last4, createdAt, facts } = orphan;
  const since = new Date(createdAt).toISOString();
  const amount = valueOfCapture(row);
  const isRefundable = amount !== null && magnitude(amount) > 0 && last4 !== '' && !status.isClaimed;
  return {
    id,
    kind: 'orphan',
    subject: 'capture',
    state: status.state,
    since,
    changedAt: since,
    last4,
    amount,
    person: null,
    device: null,
    evidence: evidenceOf(facts),
    candidates: [isRefundable ? { ...row, tenderId: tenderIdOf(orphan) } : row],
    actions: isRefundable ? ['close', 'refund'] : ['close'],
  };
}

/**
 * Returns null if the issuer gave no amount or an impossible one. A row without a currency counts
 * items.
 */
function valueOfCapture({ amount, currency }: Candidate): VoucherValue | null {
  return voucherValueSchema.safeParse(currency === '' ? { items: amount } : { amount, currency }).data ?? null;
}
