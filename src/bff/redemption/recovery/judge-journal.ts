import type { GapReason } from '../../../contract/redemption/journal.ts';
import type { SeenBefore } from './seen-file.ts';

/** What is in the journal that answers, beside what the data folder remembers. */
export interface FoundJournal {
  /**
   * The lineage that the journal notes as its own; null where it notes none.
   *
   * `lineage` is the one that it is in; null where that cannot be told.
   */
  readonly noted: string | null;
  readonly lineage: string | null;
  /** Whether the mark that the folder remembers is there. */
  readonly hasMark: boolean;
  /** How many of the facts that the folder remembers are not there. */
  readonly lacking: number;
  /**
   * Other servers that have left a mark and no orderly end.
   *
   * Nobody here knows what they saw confirmed since.
   */
  readonly others: number;
}

/**
 * Whether a journal holds everything that it ever confirmed.
 *
 * Commits become durable one after the other and copies hold them in that order, so what is there
 * shows what was there before it. The first line that applies decides.
 *
 * - The mark of this folder, or a fact that it saw confirmed, is not there: it lacks something.
 * - It is in the lineage in which it was written: complete. A database keeps what it confirmed
 * through a crash.
 * - It never noted a lineage, and the folder knows nothing of it: complete. It is new, or older
 * than lineages.
 * - Another lineage, but all that this folder saw is there, and nobody else wrote: complete. It was
 * moved, or nothing was lost.
 * - Another lineage: it may lack something.
 *
 * @returns null for a complete one
 */
export function judgeJournal(
  seen: SeenBefore | null,
  { noted, lineage, hasMark, lacking, others }: FoundJournal,
): GapReason | null {
  if (seen !== null && (!hasMark || lacking > 0)) return 'facts-gone';
  if (noted === null || lineage === null || noted === lineage) return null;
  return seen?.isSure === true && others === 0 ? null : 'other-copy';
}
