import { LIMITS } from '../../../contract/access/limits.ts';
import { MANAGER_RHYTHM_MS } from './limits.ts';

/** Progress of settling one tender, in monotonic time. */
export interface Progress {
  readonly elapsedMs: number;
  /** A manager has been called; only a late capture is still searched for. */
  readonly withManager: boolean;
  /**
   * Time since the first of the readings in a row that prove "nothing happened"; null without such
   * readings.
   */
  readonly nothingForMs: number | null;
}

export function nextQuestionMs({ elapsedMs, withManager, nothingForMs }: Progress): number {
  if (nothingForMs !== null) return Math.max(0, LIMITS.secondReadingAfterMs - nothingForMs);
  if (withManager) return MANAGER_RHYTHM_MS;
  if (elapsedMs < LIMITS.settleFirstMs) return LIMITS.settleFirstMs - elapsedMs;
  return elapsedMs < LIMITS.settleFastForMs ? LIMITS.settleFastMs : LIMITS.settleSlowMs;
}

/** True if the issuer had enough time and a person has to decide. */
export function isManagerDue({ elapsedMs, withManager }: Omit<Progress, 'nothingForMs'>): boolean {
  return !withManager && elapsedMs >= LIMITS.managerAfterMs;
}
