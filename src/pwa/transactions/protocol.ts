import type { TransactionFilter } from '../../contract/transaction.ts';
import type { Sums } from '../../contract/transaction-sums.ts';
import type { Failure } from '../api/failure.ts';
import type { Facets } from './book.ts';
import type { Bars, Scale, Span } from './buckets.ts';
import type { Line } from './lines.ts';
import type { Sort } from './sort.ts';

/** Whose transactions are read: all of the shop, or what a person may see without being a manager. */
export type Source = 'shop' | 'mine';

/** How reading stands. `waiting`: the last question had no answer, and is asked again by itself. */
export type Reading = 'reading' | 'waiting' | 'done' | 'stopped' | 'failed';

/** What the page shows of all rows, without the rows. */
export interface BookState {
  readonly reading: Reading;
  /** How much of the period has been read, 0 to 1. */
  readonly progress: number;
  /** Why reading does not go on, or why new rows cannot be looked for. */
  readonly failure: Failure | null;
  /** Different rows so far. */
  readonly rows: number;
  /** Lines that fit the filter. */
  readonly lines: number;
  /** Counts up whenever the lines, or their order, are not what they were. */
  readonly version: number;
  readonly sums: Sums;
  readonly scale: Scale;
  readonly bars: readonly Bars[];
  readonly facets: Facets;
  /** The shop's own number; null while nobody knows it. */
  readonly mid: string | null;
}

/** From the page to the book. */
export type Order =
  | { readonly kind: 'open'; readonly source: Source; readonly period: Span; readonly timeZone: string }
  | { readonly kind: 'show'; readonly filter: TransactionFilter; readonly sort: Sort }
  | { readonly kind: 'lines'; readonly from: number; readonly to: number }
  /** Says where a line is, by the id of one of its rows; null where it has not arrived. */
  | { readonly kind: 'find'; readonly id: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'go-on' }
  /** Whether new rows are looked for: while somebody can see the page. */
  | { readonly kind: 'live'; readonly isLive: boolean }
  /** Looks for new rows now. */
  | { readonly kind: 'refresh' };

/** From the book to the page. */
export type Told =
  | { readonly kind: 'state'; readonly state: BookState }
  | { readonly kind: 'lines'; readonly version: number; readonly from: number; readonly lines: readonly Line[] }
  | { readonly kind: 'found'; readonly id: string; readonly line: Line | null };
