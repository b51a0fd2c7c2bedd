import { LIMITS } from '../../contract/access/limits.ts';
import type { ClockOffset } from './port.ts';

/** Our time put into the issuer's. */
export function issuerTime(ourMs: number, offset: ClockOffset | null): number {
  return ourMs + (offset?.offsetMs ?? 0);
}

/** The issuer's time put into ours. */
export function ourTime(issuerMs: number, offset: ClockOffset | null): number {
  return issuerMs - (offset?.offsetMs ?? 0);
}

/**
 * The latest that the issuer's clock may show now.
 *
 * While nobody has seen it, it may be ahead of ours by all that candidates are padded with.
 */
export function latestIssuerTime(ourMs: number, offset: ClockOffset | null): number {
  return issuerTime(ourMs, offset) + (offset?.errorMs ?? LIMITS.candidatePadMs);
}

/** Nothing was learned of the issuer's clock that was not known before. */
export function isStillSo(before: ClockOffset | null, now: ClockOffset | null): boolean {
  return now === null || (before !== null && Math.abs(before.offsetMs - now.offsetMs) <= before.errorMs + now.errorMs);
}

/**
 * Known less exactly, the issuer's clock at SENT cannot tell a row that came just before from one
 * that came just after.
 */
const SURE_ERROR_MS = 3_000;

/**
 * Whether the issuer's clock was known well enough to tell what came before from what came after.
 */
export function isSure(offset: ClockOffset | null): boolean {
  return offset !== null && offset.errorMs <= SURE_ERROR_MS;
}
