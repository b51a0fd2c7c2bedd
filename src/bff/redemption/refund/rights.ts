import { LIMITS } from '../../../contract/access/limits.ts';
import type { LimitedAmounts, MetLimit } from '../../../contract/access/sale-limit.ts';
import { isItems } from '../../../contract/money/money.ts';
import { TENDER_STATES } from '../../../contract/redemption/states.ts';
import type { Approvals } from '../../access/approval/approvals.ts';
import type { PendingRequest } from '../../access/approval/operation-hash.ts';
import { approvalNeeded } from '../../access/approval/problems.ts';
import { assertApproved, exceededLimit, type SaleLimits } from '../../access/approval/sale-limits.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Problem } from '../../platform/http/problem.ts';
import type { Sales } from '../journal/sales.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { Tx } from '../operation/operations.ts';
import { isOfLastSale, undoEndsAt } from '../tender/undo.ts';
import { notRefundable, registerNotified, undoOver } from './problems.ts';

export interface RightsDeps {
  readonly clock: Clock;
  readonly journal: Pick<TenderJournal, 'latestOf'>;
  readonly sales: Pick<Sales, 'wasReported'>;
  /** A manager's PIN for refunds that the caller may not make alone. */
  readonly approvals: Pick<Approvals, 'approverOf' | 'use'>;
  readonly saleLimits: Pick<SaleLimits, 'set'>;
  /**
   * Checks that a person who has a passkey confirmed the session with it.
   * @throws Problem 403 `passkey-needed`
   */
  readonly assertConfirmed: (caller: Caller) => Promise<void>;
}

/** The reason why a refund needs a manager. */
interface NeededManager {
  /** The response without an approval. */
  readonly refused: Problem;
  /** The limit of the shop that requires an approval; null for another reason. */
  readonly limit: MetLimit | null;
}

/** Facts of a redemption that the limits of its refund depend on. */
export type LimitedTender = Pick<TenderRecord, 'person' | 'requested'>;

interface RefundedCapture {
  readonly caller: Caller;
  readonly tender: TenderRecord;
  readonly wanted: PendingRequest;
  readonly needed: NeededManager | null;
}

/** Decides who may refund a capture, alone or with a manager's approval. */
export interface Rights {
  /**
   * Checks that a required approval was given. Returns the reason why it was required; null if it
   * was not. The shop's refund limits apply to everyone.
   * @throws Problem 409 `not-refundable`; 403 `undo-over`, `register-told` or `approval-needed`
   * without the approval, `passkey-needed`; also those of {@link exceededLimit}
   */
  judge(caller: Caller, tender: TenderRecord, request: PendingRequest): Promise<NeededManager | null>;
  /**
   * Checks that a manager has the approval to refund a capture before it is attached.
   * @param captured minor units
   * @throws Problem 403 `approval-needed`, `second-person`, `passkey-needed`; also those of
   * {@link exceededLimit}
   */
  assertApprovedFor(caller: Caller, tender: LimitedTender, request: PendingRequest, captured: number): Promise<void>;
  /**
   * Uses up the needed approval, or checks that no register was notified. No register can be
   * notified before `tx` ends.
   * @throws Problem 403
   */
  assertMayBegin(tx: Tx, judged: RefundedCapture): Promise<void>;
}

export function createRights({ clock, journal, sales, approvals, saleLimits, assertConfirmed }: RightsDeps): Rights {
  /** Returns the limit that a refund exceeds; null for none. */
  async function limitOf(caller: Caller, tender: LimitedTender, captured: number | null): Promise<MetLimit | null> {
    const limit = exceededLimit(caller, await saleLimits.set(caller.shop), amountsOf(caller, tender, captured));
    if (limit !== null && caller.person.role === 'manager') await assertConfirmed(caller);
    return limit;
  }

  /** Returns the reason why the caller needs a manager for a refund; null if not. */
  async function refusedAlone({ shop, person, key }: Caller, tender: TenderRecord): Promise<Problem | null> {
    if (person.role === 'manager') return null;
    /* A key sees only operations that it requested, and may refund them at any time. */
    if (!key && undoEndsAt(tender, person.id, clock.now()) === null) return undoOver();
    if (!key && !isOfLastSale(tender, await journal.latestOf(shop, person.id, LIMITS.mineMax))) return undoOver();
    return (await sales.wasReported(tender.saleId)) ? registerNotified() : null;
  }

  return {
    async judge(caller, tender, request) {
      if (!TENDER_STATES[tender.status.state].refundable) throw notRefundable();
      const captured = tender.status.capture?.captured ?? null;
      const limit = await limitOf(caller, tender, captured);
      const refused = (await refusedAlone(caller, tender)) ?? (limit && approvalNeeded(limit));
      if (refused === null) return null;
      if ((await approvals.approverOf(caller, request)) === null) throw refused;
      return { refused, limit };
    },
    async assertApprovedFor(caller, tender, request, captured) {
      const limit = await limitOf(caller, tender, captured);
      if (limit !== null) assertApproved(limit, caller, await approvals.approverOf(caller, request));
    },
    async assertMayBegin(tx, { caller, tender, wanted, needed }) {
      if (needed !== null) {
        const approver = await approvals.use(tx, caller, wanted);
        if (approver === null) throw needed.refused;
        if (needed.limit !== null) assertApproved(needed.limit, caller, approver);
        return;
      }
      if (caller.person.role === 'manager') return;
      if (await sales.wasReported(tender.saleId, tx)) throw registerNotified();
    },
  };
}

/** Returns the amounts that the shop's limits count for a refund. Items have no known price. */
function amountsOf({ person }: Caller, tender: LimitedTender, value: number | null): LimitedAmounts {
  if (value === null || isItems(tender.requested)) return {};
  return { refund: value, ...(person.id === tender.person.id && { 'own-refund': value }) };
}
