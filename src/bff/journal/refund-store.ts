import type { RefundState } from '../../contract/refund.ts';
import type { RefundFact, RefundStanding } from './refund-facts.ts';
import type { DatedFact } from './tender-facts.ts';
import type { Ground, Holder, TenderRecord } from './tender-store.ts';

/** A refund as it is first written. */
export interface NewRefund {
  readonly id: string;
  readonly device: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  /** The tender whose capture goes back, as it stood when that was decided. */
  readonly tender: TenderRecord;
  /** Why, in words of whoever asked. */
  readonly note: string;
}

/** A refund with everything that happened to it, and the tender that it is about as it stands now. */
export interface RefundRecord extends NewRefund {
  readonly shop: string;
  readonly createdAt: number;
  readonly facts: readonly DatedFact<RefundFact>[];
  readonly standing: RefundStanding;
}

export type RefundRecalled =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'same'; readonly refund: RefundRecord }
  | { readonly outcome: 'different' };

export type RefundBegun =
  | { readonly outcome: 'new'; readonly refund: RefundRecord }
  | Exclude<RefundRecalled, { outcome: 'none' }>
  | { readonly outcome: 'voucher-open'; readonly holder: Holder }
  /** The tender is no longer what it was when the refund was decided. */
  | { readonly outcome: 'moved' };

/** Facts that claim nothing. */
export type OtherRefundFact = Exclude<RefundFact, { kind: 'intent' | 'refunded' }>;
export type RefundedFact = Extract<RefundFact, { kind: 'refunded' }>;

/** The journal of refunds: as that of tenders, with the same lock on the voucher. */
export interface RefundJournal {
  recall(id: string, identity: { shop: string; tenderId: string; note: string }): Promise<RefundRecalled>;
  /** Takes the voucher's lock and writes INTENT and SENT, all or nothing. */
  begin(refund: NewRefund, ground: Ground): Promise<RefundBegun>;
  /** @throws Stale when it moved on meanwhile; Error when its state does not allow the fact */
  append(refund: RefundRecord, fact: OtherRefundFact): Promise<RefundRecord>;
  /**
   * Claims the issuer's refund, appends it, and makes the tender refunded: all or nothing; null when another operation has claimed it.
   * @throws as {@link RefundJournal.append}
   */
  refunded(refund: RefundRecord, fact: RefundedFact): Promise<RefundRecord | null>;
  read(shop: string, id: string): Promise<RefundRecord | null>;
  /** Refunds in any of these states, oldest first. */
  inStates(shop: string, states: readonly RefundState[]): Promise<readonly RefundRecord[]>;
  /** Refunds of one tender, oldest first. */
  ofTender(shop: string, tenderId: string): Promise<readonly RefundRecord[]>;
}
