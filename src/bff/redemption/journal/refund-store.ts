import type { Scope } from '../../platform/base/scope.ts';
import type { OperationJournal, Recorded, Requester, StartResult } from '../operation/journal-port.ts';
import type { Tx } from '../operation/operations.ts';
import type { AttemptBaseline } from '../operation/snapshot.ts';
import type { RefundFact, RefundStatus } from './refund-facts.ts';
import type { TenderRecord } from './tender-store.ts';

export interface NewRefund extends Requester {
  readonly id: string;
  /** The tender to refund, as of the decision. */
  readonly tender: TenderRecord;
  readonly note: string;
}

/** A refund with its facts. Its tender is included in its current state. */
export interface RefundRecord extends NewRefund, Recorded<RefundFact, RefundStatus> {
  readonly id: string;
}

/** Facts that claim no transaction. */
export type OtherRefundFact = Exclude<RefundFact, { kind: 'intent' | 'refunded' }>;
export type RefundedFact = Extract<RefundFact, { kind: 'refunded' }>;

/** Requests with the same id, tender and note are the same refund. */
export interface RefundIdentity {
  readonly shop: Scope;
  readonly tenderId: string;
  readonly note: string;
}

/** The journal of refunds. It works as that of tenders and uses the same lock on the voucher. */
export interface RefundJournal extends OperationJournal<RefundRecord, OtherRefundFact, RefundIdentity> {
  /**
   * Takes the voucher's lock and writes INTENT and SENT, all or nothing.
   * @param within runs in the same transaction; an error in it undoes everything
   * @throws Stale if the tender has changed since the refund was decided
   */
  begin(
    refund: NewRefund,
    baseline: AttemptBaseline,
    within?: (tx: Tx) => Promise<void>,
  ): Promise<StartResult<RefundRecord>>;
  /**
   * Claims the issuer's refund, appends the fact and marks the tender as refunded, all or nothing.
   * @returns null if another operation has claimed it
   * @throws as {@link OperationJournal.append}
   */
  refunded(refund: RefundRecord, fact: RefundedFact): Promise<RefundRecord | null>;
  /** Refunds of all captures from a voucher in this shop, oldest first. */
  ofVoucher(shop: Scope, ref: string): Promise<readonly RefundRecord[]>;
  /** Refunds of one tender, oldest first. */
  ofTender(shop: Scope, tenderId: string): Promise<readonly RefundRecord[]>;
}
