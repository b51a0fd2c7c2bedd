import type { GapReason } from '../../../contract/redemption/journal.ts';
import type { JournalRecord } from './journal-record.ts';

/** The state of the journal, compared with what the data folder remembers. */
export interface FoundJournal {
  /**
   * The lineage that the journal recorded as its own; null for none. `lineage` is the actual
   * lineage; null if it cannot be determined.
   */
  readonly noted: string | null;
  readonly lineage: string | null;
  readonly hasMark: boolean;
  /** How many facts that the folder remembers are missing. */
  readonly lacking: number;
  /**
   * Other servers that left a mark and did not shut down cleanly. The facts confirmed to them since
   * that mark are unknown to this server.
   */
  readonly unstoppedServers: number;
}

/**
 * Decides whether a journal contains everything that it ever confirmed.
 *
 * Commits become durable one after the other and copies contain them in that order, so every commit
 * shows what was committed before it. The first line that applies decides.
 *
 * - The mark of this folder, or a fact confirmed to it, is missing: the journal lacks something.
 * - It is in the lineage in which it was written: complete. A database keeps what it confirmed
 *   through a crash.
 * - It never recorded a lineage, and the folder does not know the journal: complete. It is new, or
 *   older than lineages.
 * - Another lineage, but everything that this folder saw is present, and no other server wrote:
 *   complete. It was moved, or nothing was lost.
 * - Another lineage otherwise: it may lack something.
 *
 * @returns null for a complete one
 */
export function judgeJournal(
  seen: JournalRecord | null,
  { noted, lineage, hasMark, lacking, unstoppedServers }: FoundJournal,
): GapReason | null {
  if (seen !== null && (!hasMark || lacking > 0)) return 'facts-gone';
  if (noted === null || lineage === null || noted === lineage) return null;
  return seen?.isSure === true && unstoppedServers === 0 ? null : 'other-copy';
}
