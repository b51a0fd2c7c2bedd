import { LIMITS } from '../../contract/limits.ts';

/** How far settling has come with one tender; elapsed time is measured on a clock that does not jump. */
export interface Progress {
  /** Since this process began to settle the tender. */
  readonly elapsedMs: number;
  /** A manager has been called; only a capture that turns up late is still looked for. */
  readonly withManager: boolean;
}

/** How long a manager's case is still asked about. */
const MANAGER_FOR_MS = 24 * 60 * 60_000;
const MANAGER_RHYTHM_MS = 5 * 60_000;

/** Milliseconds to wait before the next question to the issuer; null when there is none any more. */
export function nextAskMs({ elapsedMs, withManager }: Progress): number | null {
  if (withManager) return elapsedMs < MANAGER_FOR_MS ? MANAGER_RHYTHM_MS : null;
  if (elapsedMs < LIMITS.settleFirstMs) return LIMITS.settleFirstMs - elapsedMs;
  return elapsedMs < LIMITS.settleFastForMs ? LIMITS.settleFastMs : LIMITS.settleSlowMs;
}

/** True when the issuer had its chance and a person has to look. */
export function isManagerDue({ elapsedMs, withManager }: Progress): boolean {
  return !withManager && elapsedMs >= LIMITS.managerAfterMs;
}
