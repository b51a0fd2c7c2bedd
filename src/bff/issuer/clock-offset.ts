import type { ClockOffset } from './port.ts';

/** A `Date` header has a resolution of one second, so it stands for the middle of it. */
const HALF_SECOND_MS = 500;

/**
 * What a `Date` header says about the issuer's clock. It was written at some moment between our sending and our receiving.
 * @param receivedAt our clock when the answer began, milliseconds UTC
 * @returns whole milliseconds, the error rounded outwards; null for a header that is no date
 */
export function offsetFromDate(header: string, receivedAt: number, roundTripMs: number): ClockOffset | null {
  const issuerTime = Date.parse(header);
  if (Number.isNaN(issuerTime)) return null;
  const halfWay = roundTripMs / 2;
  return {
    offsetMs: Math.round(issuerTime + HALF_SECOND_MS - (receivedAt - halfWay)),
    errorMs: Math.ceil(HALF_SECOND_MS + halfWay) + 1,
  };
}
