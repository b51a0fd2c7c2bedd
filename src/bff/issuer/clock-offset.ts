import type { Clock } from '../platform/base/ports.ts';
import type { ClockOffset } from './port.ts';

/** A `Date` header has a resolution of one second, so it stands for the middle of it. */
const HALF_SECOND_MS = 500;

/**
 * A header that is further from our clock may be of a gateway whose clock is wrong, while rows of
 * the search are dated right.
 */
const PLAUSIBLE_MS = 60 * 60_000;

/**
 * What a `Date` header says about the issuer's clock. It was written at some moment between our
 * sending and our receiving. The error of an implausible one covers our own clock as well.
 * @param receivedAt our clock when the answer began, milliseconds UTC
 * @returns whole milliseconds, the error rounded outwards; null for a header that is no date
 */
export function offsetFromDate(header: string, receivedAt: number, roundTripMs: number): ClockOffset | null {
  const issuerTime = Date.parse(header);
  if (Number.isNaN(issuerTime)) return null;
  const halfWay = roundTripMs / 2;
  const offsetMs = Math.round(issuerTime + HALF_SECOND_MS - (receivedAt - halfWay));
  const doubtMs = Math.abs(offsetMs) > PLAUSIBLE_MS ? Math.abs(offsetMs) : 0;
  return { offsetMs, errorMs: Math.ceil(HALF_SECOND_MS + halfWay) + 1 + doubtMs };
}

/**
 * What the latest `Date` header said about the issuer's clock, for as long as nothing newer is
 * known.
 */
export interface OffsetMemory {
  /** A header has come in just now. */
  hear(header: string, roundTripMs: number): void;
  /** Null before the first header. Less exact when our clock was set since the last one. */
  offset(): ClockOffset | null;
}

/** Wall clocks are slewed and rounded by less than this in ordinary life. */
const CLOCK_SET_MS = 2_000;

/**
 * Remembers the issuer's clock against `clock`. When the wall clock and the other one have come
 * apart since, either the wall clock was set and the offset is another, or the machine was
 * suspended and it is what it was: the error then covers both.
 */
export function createOffsetMemory(clock: Clock): OffsetMemory {
  const gapMs = () => clock.now() - clock.monotonic();
  let latest: { readonly offset: ClockOffset; readonly gapMs: number } | null = null;
  return {
    hear(header, roundTripMs) {
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
