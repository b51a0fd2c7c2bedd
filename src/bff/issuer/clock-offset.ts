import type { Clock } from '../platform/base/ports.ts';
import { CLOCK_OFFSET_CLOCK_SET_MS, HALF_SECOND_MS, OFFSET_MAX_MS } from './limits.ts';
import type { ClockOffset } from './port.ts';

/**
 * Calculates the issuer's clock from a `Date` header, which was written between our sending and our
 * receiving. For an implausible header, the error is large enough to cover our own clock.
 * @param receivedAt our clock when the answer began, milliseconds UTC
 * @returns whole milliseconds, the error rounded outwards; null if the header is not a date
 */
export function offsetFromDate(header: string, receivedAt: number, roundTripMs: number): ClockOffset | null {
  const issuerTime = Date.parse(header);
  if (Number.isNaN(issuerTime)) return null;
  const latencyMs = roundTripMs / 2;
  const offsetMs = Math.round(issuerTime + HALF_SECOND_MS - (receivedAt - latencyMs));
  const doubtMs = Math.abs(offsetMs) > OFFSET_MAX_MS ? Math.abs(offsetMs) : 0;
  return { offsetMs, errorMs: Math.ceil(HALF_SECOND_MS + latencyMs) + 1 + doubtMs };
}

/** Remembers the issuer's clock from the latest `Date` header. */
export interface OffsetMemory {
  observe(header: string, roundTripMs: number): void;
  /** Null before the first header. Less exact if our clock was set since the last one. */
  offset(): ClockOffset | null;
}

/**
 * Remembers the issuer's clock relative to `clock`. If the wall clock and the monotonic one have
 * drifted apart, either the wall clock was set, which changes the offset, or the machine was
 * suspended, which does not. The error covers both cases.
 */
export function createOffsetMemory(clock: Clock): OffsetMemory {
  const gapMs = () => clock.now() - clock.monotonic();
  let latest: { readonly offset: ClockOffset; readonly gapMs: number } | null = null;
  return {
    observe(header, roundTripMs) {
      const offset = offsetFromDate(header, clock.now(), roundTripMs);
      if (offset) latest = { offset, gapMs: gapMs() };
    },
    offset() {
      if (!latest) return null;
      const { offset } = latest;
      const halfMs = Math.round((gapMs() - latest.gapMs) / 2);
      if (Math.abs(halfMs) * 2 <= CLOCK_OFFSET_CLOCK_SET_MS) return offset;
      return { offsetMs: offset.offsetMs - halfMs, errorMs: offset.errorMs + Math.abs(halfMs) + 1 };
    },
  };
}
