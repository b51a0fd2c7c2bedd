import type { Worth } from '../../contract/money.ts';
import type { TenderState } from '../../contract/tender.ts';
import type { Decider, Offset, Snapshot } from '../operation/snapshot.ts';
import type { OperationKind } from '../store/schema.ts';
import type { Capture, CaptureFact, DatedFact, TenderFact, TenderStanding } from './tender-facts.ts';

/** A tender as it is first written. */
export interface NewTender {
  readonly id: string;
  readonly shop: string;
  readonly device: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  readonly saleId: string | null;
  /** What was scanned or typed, normalised; only its keyed hash is stored. */
  readonly code: string;
  readonly ref: string;
  readonly requested: Worth;
  readonly returnVouchersInfo: boolean;
}

/** A tender with everything that happened to it. The ref is opened only by whoever sends it. */
export interface TenderRecord {
  readonly id: string;
  readonly shop: string;
  readonly device: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  readonly saleId: string | null;
  readonly ref: string;
  readonly last4: string;
  readonly requested: Worth;
  readonly returnVouchersInfo: boolean;
  readonly createdAt: number;
  readonly facts: readonly DatedFact[];
  readonly standing: TenderStanding;
}

/** Who holds a voucher, and since when (milliseconds UTC). */
export interface Holder {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly deviceId: string;
  readonly device: string;
  readonly since: number;
}

/** Facts that need no claim. */
export type OtherTenderFact = Exclude<TenderFact, CaptureFact | { kind: 'intent' | 'attached' | 'refunded' }>;
/** Facts that claim a transaction of the issuer. */
export type ClaimingTenderFact = CaptureFact | (Extract<TenderFact, { kind: 'attached' }> & { capture: Capture });

/** The identity of a request: same id and same of this is the same tender, same id and another is a conflict. */
export type TenderIdentity = Pick<NewTender, 'shop' | 'code' | 'requested' | 'saleId'>;

export type TenderRecalled =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'same'; readonly tender: TenderRecord }
  | { readonly outcome: 'different' }
  | { readonly outcome: 'cancelled' };

export type TenderBegun =
  | { readonly outcome: 'new'; readonly tender: TenderRecord }
  | Exclude<TenderRecalled, { outcome: 'none' }>
  | { readonly outcome: 'voucher-open'; readonly holder: Holder };

export type TenderCancelled = { readonly outcome: 'cancelled' } | { readonly outcome: 'started'; readonly state: TenderState | null };

/** What is known right before a tender is sent. */
export interface Ground {
  readonly snapshot: Snapshot | null;
  readonly offset: Offset;
}

/**
 * The journal of tenders: append-only facts, with the voucher lock and the claims as constraints of the database. When a promise of a
 * writing call resolves, the write is on the disk.
 */
export interface TenderJournal {
  /** Whether this id is known, and whether it is the same request. */
  recall(id: string, identity: TenderIdentity): Promise<TenderRecalled>;
  /**
   * Takes the voucher's lock and writes INTENT and the first SENT, all or nothing: between the two nothing happens that could be lost, and
   * one write is half the wait of two. A new tender that is returned may be sent, and has to be settled if it is not.
   */
  begin(tender: NewTender, ground: Ground): Promise<TenderBegun>;
  /**
   * Appends a fact that claims nothing, if the tender still stands where `tender` says.
   * @throws Stale when it moved on meanwhile; Error when its state does not allow the fact
   */
  append(tender: TenderRecord, fact: OtherTenderFact): Promise<TenderRecord>;
  /**
   * Claims the issuer's transaction and appends the fact that says so, both or neither; null when another operation has claimed it.
   * @throws as {@link TenderJournal.append}
   */
  capture(tender: TenderRecord, fact: ClaimingTenderFact): Promise<TenderRecord | null>;
  /** A manager keeps a late capture, which is claimed already. @throws as {@link TenderJournal.append} */
  keep(tender: TenderRecord, by: Decider, note: string): Promise<TenderRecord>;
  read(shop: string, id: string): Promise<TenderRecord | null>;
  /** Writes a tombstone for an id that never arrived, so that it cannot arrive later. */
  cancel(shop: string, id: string): Promise<TenderCancelled>;
  /** A person's latest tenders, newest first. */
  latestOf(shop: string, personId: string, count: number): Promise<readonly TenderRecord[]>;
  /** Tenders in any of these states that changed at or after `since`, oldest first. */
  inStates(shop: string, states: readonly TenderState[], since?: number): Promise<readonly TenderRecord[]>;
  /** Who holds the lock of a voucher. */
  holder(shop: string, ref: string): Promise<Holder | null>;
  /** The last tender of this shop that captured from a voucher. */
  lastCapture(shop: string, ref: string): Promise<TenderRecord | null>;
  /** Which of these transaction ids of the issuer are claimed. */
  claimed(shop: string, transactionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The shop's mid as configured or learned. */
  mid(shop: string): Promise<string | null>;
  learnMid(shop: string, mid: string): Promise<void>;
  /**
   * Takes over the open operations of a kind that no living server looks after; each goes to one server only.
   * @param alive servers that live
   * @returns ids that this server has to look after from now on, and own ones that have stood still for minutes: usually it does already
   */
  adopt(shop: string, kind: OperationKind, alive: ReadonlySet<number>): Promise<readonly string[]>;
}
