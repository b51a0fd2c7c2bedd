import { LIMITS } from '../../contract/access/limits.ts';
import { SURE_ERROR_MS } from './limits.ts';
import type { ClockOffset } from './port.ts';

export function issuerTime(ourMs: number, offset: ClockOffset | null): number {
  return ourMs + (offset?.offsetMs ?? 0);
}

export function ourTime(issuerMs: number, offset: ClockOffset | null): number {
  return issuerMs - (offset?.offsetMs ?? 0);
}

/**
 * Returns the latest time that the issuer's clock may show now. Until its clock is known, it may be
 * ahead of ours by the pad for candidates.
 */
export function latestIssuerTime(ourMs: number, offset: ClockOffset | null): number {
  return issuerTime(ourMs, offset) + (offset?.errorMs ?? LIMITS.candidatePadMs);
}

/** True if no answer since `before` has changed the known offset of the issuer's clock. */
export function isOffsetUnchanged(before: ClockOffset | null, now: ClockOffset | null): boolean {
  return now === null || (before !== null && Math.abs(before.offsetMs - now.offsetMs) <= before.errorMs + now.errorMs);
}

/** True if the issuer's clock was known well enough to separate earlier from later rows. */
export function isOffsetSure(offset: ClockOffset | null): boolean {
  return offset !== null && offset.errorMs <= SURE_ERROR_MS;
}
