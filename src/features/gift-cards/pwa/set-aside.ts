import type { RangeView } from '../contract/activation.ts';

/** One card that the issuer does not activate. It was found in a range that was refused whole. */
export function isSetAside({ half, state, count }: Pick<RangeView, 'half' | 'state' | 'count'>): boolean {
  return half && state === 'refused' && count === 1;
}

/**
 * The ranges of a certificate with their positions: halves in the place of the range that they came
 * out of, all of them in the order of their numbers.
 */
export function inRangeOrder(ranges: readonly RangeView[]): (readonly [position: number, range: RangeView])[] {
  const present = [...ranges.entries()].filter(([, { state }]) => state !== 'halved');
  if (present.length === ranges.length) return present;
  return present.sort(([, a], [, b]) => a.start.length - b.start.length || (a.start < b.start ? -1 : 1));
}
