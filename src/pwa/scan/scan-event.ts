import type { Entry } from '../../contract/sale-facts.ts';

/** Where a code came from. Everything after it treats all sources alike. */
export type ScanSource = Exclude<Entry, 'api'>;

/** One code that a person presented, whatever device read it. The text is as it was read: `parseCode` judges it. */
export interface ScanEvent {
  readonly text: string;
  readonly source: ScanSource;
  /** When it was read, in milliseconds since the epoch (`Date.now()`). */
  readonly at: number;
}
