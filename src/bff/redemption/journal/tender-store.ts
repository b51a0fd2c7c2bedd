import type { Worth } from '../../../contract/money/money.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import type { TenderState } from '../../../contract/redemption/tender.ts';
import type { Decider } from '../../platform/base/decider.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { AskedBy, Begun, Holder, OperationJournal, Recorded } from '../operation/journal-port.ts';
import type { Tx } from '../operation/operations.ts';
import type { AttemptGround, Offset } from '../operation/snapshot.ts';
import type { OrphanRecord } from './orphan-store.ts';
import type { Capture, CaptureFact, Recovered, TenderFact, TenderStanding } from './tender-facts.ts';

/** What a tender asks for. The ref is opened only by whoever sends it. */
interface TenderWish extends AskedBy {
  readonly saleId: string | null;
  /** The register's number of the sale, and how the code came in. */
  readonly receiptNo: string | null;
  readonly entry: CodeEntry | null;
  readonly ref: string;
  readonly requested: Worth;
  readonly returnVouchersInfo: boolean;
}

/** A tender as it is first written. */
export interface NewTender extends TenderWish {
  readonly id: string;
  readonly shop: Scope;
  /** What was scanned or typed, normalised; only its keyed hash is stored. */
  readonly code: string;
}

/** A tender with everything that happened to it. */
export interface TenderRecord extends TenderWish, Recorded<TenderFact, TenderStanding> {
  readonly last4: string;
}

/** Facts that need no claim. */
export type OtherTenderFact = Exclude<TenderFact, CaptureFact | { kind: 'intent' | 'attached' | 'refunded' }>;
/** Facts that claim a transaction of the issuer. */
export type ClaimingTenderFact = CaptureFact | (Extract<TenderFact, { kind: 'attached' }> & { capture: Capture });

/**
 * The identity of a request.
 *
 * Same id and same of this is the same tender, same id and another is a conflict.
 */
export type TenderIdentity = Pick<NewTender, 'shop' | 'code' | 'requested' | 'saleId' | 'receiptNo' | 'entry'>;

export type TenderCancelled =
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'started'; readonly state: TenderState | null };

/** What is written together with a new tender, milliseconds UTC. */
export type WithinBegin = (tx: Tx, at: number) => Promise<void>;

/**
 * The journal of tenders.
 *
 * The voucher lock and the claims are constraints of the database.
 */
export interface TenderJournal extends OperationJournal<TenderRecord, OtherTenderFact, TenderIdentity> {
  /**
   * Takes the voucher's lock and writes INTENT and the first SENT, all or nothing.
   *
   * Between the two nothing happens that could be lost, and one write is half the wait of two. A
   * new tender that is returned may be sent, and has to be settled if it is not.
   * @param within what belongs into the same transaction; what it throws undoes everything
   */
  begin(tender: NewTender, ground: AttemptGround, within?: WithinBegin): Promise<Begun<TenderRecord>>;
  /**
   * Writes a tender down again that this journal lost after a till sent it.
   *
   * It comes with the capture that it is known to have made, which it claims, or else with the
   * voucher's lock and an outcome that is not known. Nothing is ever sent for it from here.
   * @param since when it was first sent, our time
   * @returns null where another operation has claimed the capture
   */
  recover(tender: NewTender, since: number, offset: Offset, found: Recovered): Promise<Begun<TenderRecord> | null>;
  /**
   * Claims the issuer's transaction and appends its fact, both or neither.
   * @returns null when another operation has claimed it
   * @throws as {@link OperationJournal.append}
   */
  capture(tender: TenderRecord, fact: ClaimingTenderFact): Promise<TenderRecord | null>;
  /**
   * Gives a tender a listed capture that nothing explains, at a manager's word.
   *
   * The tender takes it and the list lets it go, both or neither; its case may be closed already.
   * Its claim stays the orphan's, because claims are never edited; an orphan is given to one tender
   * only.
   * @throws as {@link OperationJournal.append}
   */
  attachListed(
    tender: TenderRecord,
    fact: Extract<TenderFact, { kind: 'attached' }>,
    orphan: OrphanRecord,
  ): Promise<TenderRecord>;
  /**
   * Keeps a late capture, which is claimed already, at a manager's word.
   * @throws as {@link OperationJournal.append}
   */
  keep(tender: TenderRecord, by: Decider, note: string): Promise<TenderRecord>;
  /** Writes a tombstone for an id that never arrived, so that it cannot arrive later. */
  cancel(shop: Scope, id: string): Promise<TenderCancelled>;
  /** The tenders that named a sale, oldest first. */
  ofSale(shop: Scope, saleId: string): Promise<readonly TenderRecord[]>;
  /** True if this server looks after a tender. */
  isOwn(id: string): Promise<boolean>;
  /** Who holds the lock of a voucher. */
  holder(shop: Scope, ref: string): Promise<Holder | null>;
  /** The last tender of this shop that captured from a voucher. */
  lastCapture(shop: Scope, ref: string): Promise<TenderRecord | null>;
  /**
   * Finds the last tenders of a voucher in this shop that may be given back.
   *
   * They come in no order.
   */
  refundable(shop: Scope, ref: string): Promise<readonly TenderRecord[]>;
  /**
   * Finds the captures that this shop's tenders made from a voucher.
   *
   * These are their ids, given back or not.
   */
  capturesOf(shop: Scope, ref: string): Promise<ReadonlySet<string>>;
  /** Every tender of a voucher in this shop, newest first. */
  ofVoucher(shop: Scope, ref: string): Promise<readonly TenderRecord[]>;
  /** Whether a redemption of a voucher was ever given back in this shop. */
  wasGivenBack(shop: Scope, ref: string): Promise<boolean>;
  /**
   * Which of these transaction ids of the issuer are claimed.
   * @param notOf only by redemptions of another voucher than this
   */
  claimed(shop: Scope, transactionIds: readonly string[], notOf?: string): Promise<ReadonlySet<string>>;
  /** The shop's mid as configured or learned. */
  mid(shop: Scope): Promise<string | null>;
  learnMid(shop: Scope, mid: string): Promise<void>;
}
