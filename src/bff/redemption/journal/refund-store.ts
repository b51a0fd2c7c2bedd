import type { Scope } from '../../platform/base/scope.ts';
import type { AskedBy, Begun, OperationJournal, Recorded } from '../operation/journal-port.ts';
import type { Tx } from '../operation/operations.ts';
import type { AttemptGround } from '../operation/snapshot.ts';
import type { RefundFact, RefundStanding } from './refund-facts.ts';
import type { TenderRecord } from './tender-store.ts';

/** A refund as it is first written. */
export interface NewRefund extends AskedBy {
  readonly id: string;
  /** The tender whose capture goes back, as it stood when that was decided. */
  readonly tender: TenderRecord;
  /** Why, in words of whoever asked. */
  readonly note: string;
}

/**
 * A refund with everything that happened to it.
 *
 * Its tender is there too, as it stands now.
 */
export interface RefundRecord extends NewRefund, Recorded<RefundFact, RefundStanding> {
  readonly id: string;
}

/** Facts that claim nothing. */
export type OtherRefundFact = Exclude<RefundFact, { kind: 'intent' | 'refunded' }>;
export type RefundedFact = Extract<RefundFact, { kind: 'refunded' }>;

/** The same id, tender and words are the same refund. */
export interface RefundIdentity {
  readonly shop: Scope;
  readonly tenderId: string;
  readonly note: string;
}

/** The journal of refunds: as that of tenders, with the same lock on the voucher. */
export interface RefundJournal extends OperationJournal<RefundRecord, OtherRefundFact, RefundIdentity> {
  /**
   * Takes the voucher's lock and writes INTENT and SENT, all or nothing.
   * @param within what belongs into the same transaction; what it throws undoes everything
   * @throws Stale when the tender is no longer what it was when the refund was decided
   */
  begin(refund: NewRefund, ground: AttemptGround, within?: (tx: Tx) => Promise<void>): Promise<Begun<RefundRecord>>;
  /**
   * Claims the issuer's refund, appends it, and makes the tender refunded: all or nothing.
   * @returns null when another operation has claimed it
   * @throws as {@link OperationJournal.append}
   */
  refunded(refund: RefundRecord, fact: RefundedFact): Promise<RefundRecord | null>;
  /** Refunds of everything that was taken from a voucher in this shop, oldest first. */
  ofVoucher(shop: Scope, ref: string): Promise<readonly RefundRecord[]>;
  /** Refunds of one tender, oldest first. */
  ofTender(shop: Scope, tenderId: string): Promise<readonly RefundRecord[]>;
}
