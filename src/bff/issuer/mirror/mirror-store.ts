import type { Period } from '../port.ts';
import type { MirrorRow } from './row.ts';

/**
 * A period that was read completely. The table contains every row that the issuer's search listed
 * for it when the reading began. Times are milliseconds UTC.
 */
export interface Span {
  /**
   * `span`: any reading; `day`: the reading of a whole day that finds rows that changed or
   * vanished.
   */
  readonly kind: 'span' | 'day';
  /** In the issuer's time, inclusive. */
  readonly period: Period;
  readonly beganAt: number;
}

/** A stored row and its time, milliseconds UTC of the issuer's clock. */
export interface StoredTime {
  readonly transactionId: string;
  readonly createdAt: number;
}

/** A row that settling or a manager may have to explain. */
export interface UnclaimedQuery {
  readonly mid: string;
  readonly type: 'capture' | 'refund';
  /** Milliseconds UTC of the issuer's clock. */
  readonly since: number;
  readonly transactionId?: string;
}

/**
 * The table of the issuer's rows of one merchant, for its shops. Several servers may use all
 * functions at the same time.
 */
export interface MirrorStore {
  /**
   * Stores rows. An existing row with other content is updated, and its old content is stored as
   * well. @param at our time, milliseconds UTC
   */
  save(rows: readonly MirrorRow[], at: number): Promise<void>;
  /**
   * All stored rows of a voucher, oldest first.
   * @param which `shown`: without those that the issuer no longer shows
   */
  ofVoucher(hash: string, which?: 'all' | 'shown'): Promise<readonly MirrorRow[]>;
  mids(period: Period): Promise<readonly string[]>;
  /** Rows that no operation of the account has claimed, oldest first. */
  unclaimed(query: UnclaimedQuery): Promise<readonly MirrorRow[]>;
  /**
   * When captures and refunds were made that the issuer was still processing when they were last
   * read, oldest first. @param ownMids null if a shop's mid is unknown: any row may be ours
   * @param since issuer's clock, as the result
   */
  processing(ownMids: readonly string[] | null, since: number): Promise<readonly number[]>;
  /** Periods that were read completely, oldest first. */
  spans(): Promise<readonly Span[]>;
  /** Records that a period was read completely; adjoining spans are merged. */
  noteSpan(span: Span): Promise<void>;
  /**
   * Some of the newest rows of these shops before a time that the issuer still showed when they
   * were last read. @param mids null for all rows
   */
  newest(mids: readonly string[] | null, before: number): Promise<readonly StoredTime[]>;
  /** Ids of stored rows of a period that are not in `visible`. */
  missingIn(period: Period, visible: ReadonlySet<string>): Promise<readonly string[]>;
  /** Marks stored rows that a complete reading of their period did not show. @returns how many */
  markGone(period: Period, visible: ReadonlySet<string>, at: number): Promise<number>;
  /**
   * Deletes old rows, those of unknown shops sooner; deleted periods no longer count as read.
   * @param ownMids null if a shop's mid is unknown: any row may be ours
   * @returns the number of deleted rows
   */
  forget(ownMids: readonly string[] | null, otherShopsBefore: number, before: number): Promise<number>;
}
