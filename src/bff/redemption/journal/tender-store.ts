import type { VoucherValue } from '../../../contract/money/money.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import type { TenderState } from '../../../contract/redemption/tender.ts';
import type { Decider } from '../../platform/base/decider.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Holder, OperationJournal, Recorded, Requester, StartResult } from '../operation/journal-port.ts';
import type { Tx } from '../operation/operations.ts';
import type { AttemptBaseline, Offset } from '../operation/snapshot.ts';
import type { OrphanRecord } from './orphan-store.ts';
import type { Capture, CaptureFact, Recovered, TenderFact, TenderStatus } from './tender-facts.ts';

/** The request of a tender. Only the code that sends it decrypts the ref. */
interface RequestedTender extends Requester {
  readonly saleId: string | null;
  /** The register's number of the sale, and the entry method of the code. */
  readonly receiptNo: string | null;
  readonly entry: CodeEntry | null;
  readonly ref: string;
  readonly requested: VoucherValue;
  readonly returnVouchersInfo: boolean;
}

export interface NewTender extends RequestedTender {
  readonly id: string;
  readonly shop: Scope;
  /** The scanned or typed code, normalised. Only its keyed hash is stored. */
  readonly code: string;
}

export interface TenderRecord extends RequestedTender, Recorded<TenderFact, TenderStatus> {
  readonly last4: string;
}

/** Facts that need no claim. */
export type OtherTenderFact = Exclude<TenderFact, CaptureFact | { kind: 'intent' | 'attached' | 'refunded' }>;
export type ClaimingTenderFact = CaptureFact | (Extract<TenderFact, { kind: 'attached' }> & { capture: Capture });

/**
 * The identity of a request. The same id with equal values is the same tender. The same id with
 * different values is a conflict.
 */
export type TenderIdentity = Pick<NewTender, 'shop' | 'code' | 'requested' | 'saleId' | 'receiptNo' | 'entry'>;

export type TenderCancelled =
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'started'; readonly state: TenderState | null };

/** Writes more rows together with a new tender; `at` is milliseconds UTC. */
export type WriteWithTender = (tx: Tx, at: number) => Promise<void>;

/** The journal of tenders. The voucher lock and the claims are database constraints. */
export interface TenderJournal extends OperationJournal<TenderRecord, OtherTenderFact, TenderIdentity> {
  /**
   * Takes the voucher's lock and writes INTENT and the first SENT, all or nothing. One write for
   * both facts halves the wait, and no event between them could get lost. A returned new tender may
   * be sent, or else has to be settled.
   * @param within runs in the same transaction; an error in it undoes everything
   */
  begin(tender: NewTender, baseline: AttemptBaseline, within?: WriteWithTender): Promise<StartResult<TenderRecord>>;
  /**
   * Restores a tender that this journal lost after a till sent it. A known capture is claimed and
   * becomes its outcome. Otherwise the outcome is unknown, and the tender takes the voucher's lock.
   * This server never sends a request for it.
   * @param since when it was first sent, our time
   * @returns null if another operation has claimed the capture
   */
  recover(
    tender: NewTender,
    since: number,
    offset: Offset,
    found: Recovered,
  ): Promise<StartResult<TenderRecord> | null>;
  /**
   * Claims the issuer's transaction and appends its fact, both or neither.
   * @returns null if another operation has claimed it
   * @throws as {@link OperationJournal.append}
   */
  capture(tender: TenderRecord, fact: ClaimingTenderFact): Promise<TenderRecord | null>;
  /**
   * Assigns a listed orphan capture to a tender, on a manager's decision.
   *
   * The tender gets the capture and the orphan's case closes, both or neither. The case may already
   * be closed. The claim stays with the orphan, because claims are never edited. An orphan is
   * assigned to one tender only.
   * @throws as {@link OperationJournal.append}
   */
  attachListed(
    tender: TenderRecord,
    fact: Extract<TenderFact, { kind: 'attached' }>,
    orphan: OrphanRecord,
  ): Promise<TenderRecord>;
  /**
   * Records an orphan capture, which no till requested, as a redemption of the person who decides
   * it, so that it can be refunded. Nothing is sent. The list drops the capture, both or neither.
   * @throws Stale if the orphan's case has changed
   */
  recordOrphan(
    tender: NewTender,
    fact: Extract<TenderFact, { kind: 'attached' }>,
    orphan: OrphanRecord,
  ): Promise<StartResult<TenderRecord>>;
  /**
   * Keeps a late capture, which is already claimed, on a manager's decision.
   * @throws as {@link OperationJournal.append}
   */
  keepLateCapture(tender: TenderRecord, by: Decider, note: string): Promise<TenderRecord>;
  /** Writes a tombstone for an id that never arrived, so that it cannot arrive later. */
  cancel(shop: Scope, id: string): Promise<TenderCancelled>;
  /** The tenders of a sale, oldest first. */
  ofSale(shop: Scope, saleId: string): Promise<readonly TenderRecord[]>;
  isOwn(id: string): Promise<boolean>;
  /** The open operation on a voucher in any shop of the account. */
  holder(shop: Scope, ref: string): Promise<Holder | null>;
  /** The last tender of this shop that captured from a voucher. */
  lastCapture(shop: Scope, ref: string): Promise<TenderRecord | null>;
  /**
   * Finds the last tenders of a voucher in this shop that may be refunded. The order is not
   * defined.
   */
  refundable(shop: Scope, ref: string): Promise<readonly TenderRecord[]>;
  /**
   * Returns the ids of the captures that this shop's tenders made from a voucher. Refunded ones are
   * included.
   */
  capturesOf(shop: Scope, ref: string): Promise<ReadonlySet<string>>;
  /** All tenders of a voucher in this shop, newest first. */
  ofVoucher(shop: Scope, ref: string): Promise<readonly TenderRecord[]>;
  /**
   * Time of the latest change of a redemption of a voucher in a shop of the account, refunds
   * included, our clock; null without one.
   */
  changedAt(shop: Scope, ref: string): Promise<number | null>;
  /** True if a shop of the account refunded a redemption of a voucher. */
  wasRefunded(shop: Scope, ref: string): Promise<boolean>;
  /**
   * Time of the last second attempt to redeem a voucher in a shop of the account, our clock; null
   * without one.
   */
  sentTwiceAt(shop: Scope, ref: string): Promise<number | null>;
  /**
   * Returns which of these issuer transaction ids a shop of the account has claimed. A capture that
   * is only an unmatched one of another shop is not included: it may still be ours.
   * @param notOf counts only claims by redemptions of a voucher other than this one
   */
  claimed(shop: Scope, transactionIds: readonly string[], notOf?: string): Promise<ReadonlySet<string>>;
  mid(shop: Scope): Promise<string | null>;
  /** The known mids of the account's other shops, suspended ones included. */
  sisterMids(shop: Scope): Promise<readonly string[]>;
  learnMid(shop: Scope, mid: string): Promise<void>;
  /** Reads the shop's mid again, because it was corrected. */
  forgetMid(shop: Scope): void;
}
