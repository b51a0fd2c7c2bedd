import type { Period } from '../port.ts';
import type { MirrorRow } from './row.ts';

/**
 * A period that was read to its end: everything that search showed of it when the reading began is
 * in the table.
 *
 * Times are milliseconds UTC.
 */
export interface Span {
  /**
   * `span`: some reading; `day`: the reading of a whole day that looks for rows that changed or
   * vanished.
   */
  readonly kind: 'span' | 'day';
  /** Of the issuer's clock, both ends included. */
  readonly period: Period;
  /** Our time when the latest reading of it began. */
  readonly beganAt: number;
}

/** A row that settling or a manager may have to explain. */
export interface UnclaimedQuery {
  readonly mid: string;
  readonly type: 'capture' | 'refund';
  /** Milliseconds UTC of the issuer's clock. */
  readonly since: number;
  /** This row alone. */
  readonly transactionId?: string;
}

/**
 * The table of the issuer's rows of one merchant, as one shop keeps it.
 *
 * Everything may be done by several servers at the same time.
 */
export interface MirrorStore {
  /**
   * Keeps rows.
   *
   * One that is there with other content is updated, and what it was is kept. @param at our time,
   * milliseconds UTC
   */
  save(rows: readonly MirrorRow[], at: number): Promise<void>;
  /**
   * Every kept row of a voucher, the oldest first.
   * @param which `shown`: without those that the issuer does not show any more
   */
  ofVoucher(hash: string, which?: 'all' | 'shown'): Promise<readonly MirrorRow[]>;
  /** Mids that rows of a period name, without doubles. */
  mids(period: Period): Promise<readonly string[]>;
  /** Rows that no operation has claimed, the oldest first. */
  unclaimed(query: UnclaimedQuery): Promise<readonly MirrorRow[]>;
  /** Which periods were read to their end, the oldest first. */
  spans(): Promise<readonly Span[]>;
  /** Notes that a period was read to its end; spans that touch become one. */
  noteSpan(span: Span): Promise<void>;
  /** Marks kept rows of a period that a complete reading of it did not show. @returns how many */
  markGone(period: Period, shown: ReadonlySet<string>, at: number): Promise<number>;
  /**
   * Lets old rows go, those of other shops sooner; what is not kept any more does not count as
   * read. @returns how many
   */
  forget(ownMid: string | null, othersBefore: number, before: number): Promise<number>;
}
