import type { Worth } from '../../contract/money.ts';
import type { TenderState } from '../../contract/tender.ts';
import type { CaptureFact, DatedFact, Fact, Snapshot, Standing } from './facts.ts';

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
  readonly standing: Standing;
}

/** Who holds a voucher, and since when (milliseconds UTC). */
export interface Holder {
  readonly tenderId: string;
  readonly deviceId: string;
  readonly device: string;
  readonly since: number;
}

/** Facts that need no claim. */
export type OtherFact = Exclude<Fact, CaptureFact | { kind: 'intent' }>;

/** Somebody else appended to the tender first: read it again and decide anew. */
export class StaleTender extends Error {
  override readonly name = 'StaleTender';
}

/** The identity of a request: same id and same of this is the same tender, same id and another is a conflict. */
export type TenderIdentity = Pick<NewTender, 'shop' | 'code' | 'requested' | 'saleId'>;

export type Recalled =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'same'; readonly tender: TenderRecord }
  | { readonly outcome: 'different' }
  | { readonly outcome: 'cancelled' };

export type Begun =
  | { readonly outcome: 'new'; readonly tender: TenderRecord }
  | Exclude<Recalled, { outcome: 'none' }>
  | { readonly outcome: 'voucher-open'; readonly holder: Holder };

export type Cancelled = { readonly outcome: 'cancelled' } | { readonly outcome: 'started'; readonly state: TenderState };

/**
 * The journal: append-only facts about tenders, with the voucher lock and the claims as constraints of the database. When a promise
 * of a writing call resolves, the write is on the disk.
 */
export interface Journal {
  /** Whether this id is known, and whether it is the same request. */
  recall(id: string, identity: TenderIdentity): Promise<Recalled>;
  /** Writes INTENT and takes the voucher's lock, both or neither. */
  begin(tender: NewTender, snapshot: Snapshot | null): Promise<Begun>;
  /**
   * Appends a fact that is not a capture, if the tender still stands where `tender` says.
   * @throws StaleTender when it moved on meanwhile; Error when its state does not allow the fact
   */
  append(tender: TenderRecord, fact: OtherFact): Promise<TenderRecord>;
  /**
   * Claims the issuer's transaction and appends the capture, both or neither; null when another tender has claimed it.
   * @throws as {@link Journal.append}
   */
  capture(tender: TenderRecord, fact: CaptureFact): Promise<TenderRecord | null>;
  read(shop: string, id: string): Promise<TenderRecord | null>;
  /** Writes a tombstone for an id that never arrived, so that it cannot arrive later. */
  cancel(shop: string, id: string): Promise<Cancelled>;
  /** A person's latest tenders, newest first. */
  latestOf(shop: string, personId: string, count: number): Promise<readonly TenderRecord[]>;
  /** Tenders whose outcome is not known, oldest first. */
  open(shop: string): Promise<readonly TenderRecord[]>;
  /** Who holds the lock of a voucher. */
  holder(shop: string, ref: string): Promise<Holder | null>;
  /** The last tender of this shop that captured from a voucher. */
  lastCapture(shop: string, ref: string): Promise<TenderRecord | null>;
  /** Which of these transaction ids of the issuer are claimed. */
  claimed(shop: string, transactionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The shop's mid as configured or learned. */
  mid(shop: string): Promise<string | null>;
  learnMid(shop: string, mid: string): Promise<void>;
  /** Called after each durable change of a tender in this process; the answer stops it. */
  onChange(listener: (tender: TenderRecord) => void): () => void;
}
