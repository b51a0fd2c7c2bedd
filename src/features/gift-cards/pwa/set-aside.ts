import type { RangeView } from '../contract/activation.ts';

/**
 * True for a single card that the issuer does not activate, found in a range that was refused as a
 * whole.
 */
export function isSetAside({ half, state, count }: Pick<RangeView, 'half' | 'state' | 'count'>): boolean {
  return half && state === 'refused' && count === 1;
}

/**
 * The ranges of a certificate with their positions, sorted by number; halves replace the range that
 * was split.
 */
export function inRangeOrder(ranges: readonly RangeView[]): (readonly [position: number, range: RangeView])[] {
  const present = [...ranges.entries()].filter(([, { state }]) => state !== 'halved');
  if (present.length === ranges.length) return present;
  return present.sort(([, a], [, b]) => a.start.length - b.start.length || (a.start < b.start ? -1 : 1));
}
