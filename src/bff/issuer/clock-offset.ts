import type { Clock } from '../platform/base/ports.ts';
import type { ClockOffset } from './port.ts';

/** A `Date` header has a resolution of one second, so the middle of that second is assumed. */
const HALF_SECOND_MS = 500;

/**
 * Largest accepted difference from our clock. A larger one may be that of a gateway with a wrong
 * clock, while rows of the search have correct times.
 */
const OFFSET_MAX_MS = 60 * 60_000;

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

/** Normal slewing and rounding change a wall clock by less than this. */
const CLOCK_SET_MS = 2_000;

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
      if (Math.abs(halfMs) * 2 <= CLOCK_SET_MS) return offset;
      return { offsetMs: offset.offsetMs - halfMs, errorMs: offset.errorMs + Math.abs(halfMs) + 1 };
    },
  };
}
