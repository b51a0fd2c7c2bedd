import type { CodeEntry } from '../../contract/redemption/sale-facts.ts';

/** Where a code came from. Everything after it treats all sources alike. */
export type ScanSource = Exclude<CodeEntry, 'api'>;

/** How a picture was read. */
export interface PictureReading {
  readonly format: string;
  /** The engines that read it. */
  readonly engines: readonly string[];
}

/**
 * One code that a person presented, whatever device read it.
 *
 * The text is as it was read: `parseCode` judges it.
 */
export interface ScanEvent {
  readonly text: string;
  readonly source: ScanSource;
  /** When it was read, in milliseconds since the epoch (`Date.now()`). */
  readonly at: number;
  /** Of a camera or a picture. */
  readonly reading?: PictureReading;
  /** What a connected scanner delivered, where that was not the text itself. */
  readonly raw?: string;
}
