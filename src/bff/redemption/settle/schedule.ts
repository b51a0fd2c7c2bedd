import { LIMITS } from '../../../contract/access/limits.ts';

/** How far settling has come with one tender, by a clock that does not jump. */
export interface Progress {
  /** Since this process began to settle the tender. */
  readonly elapsedMs: number;
  /** A manager has been called; only a capture that turns up late is still looked for. */
  readonly withManager: boolean;
  /** How long ago a reading began to prove that nothing happened; null where none did. */
  readonly nothingForMs: number | null;
}

/** A manager's case is asked about while it is open: what was taken late is found however late. */
const MANAGER_RHYTHM_MS = 5 * 60_000;

/** Milliseconds to wait before the next question to the issuer. */
export function nextAskMs({ elapsedMs, withManager, nothingForMs }: Progress): number {
  if (nothingForMs !== null) return Math.max(0, LIMITS.secondReadingAfterMs - nothingForMs);
  if (withManager) return MANAGER_RHYTHM_MS;
  if (elapsedMs < LIMITS.settleFirstMs) return LIMITS.settleFirstMs - elapsedMs;
  return elapsedMs < LIMITS.settleFastForMs ? LIMITS.settleFastMs : LIMITS.settleSlowMs;
}

/** True when the issuer had its chance and a person has to look. */
export function isManagerDue({ elapsedMs, withManager }: Omit<Progress, 'nothingForMs'>): boolean {
  return !withManager && elapsedMs >= LIMITS.managerAfterMs;
}
