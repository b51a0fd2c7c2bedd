import { seededRandom } from '../../../src/sandbox/faults.ts';

/** Random decisions from a seed. */
export interface Chance {
  /** True for a share of the times, 0 to 1. */
  is(share: number): boolean;
  /** A whole number from 0 up to, and without, this one. */
  below(limit: number): number;
  of<T>(things: readonly [T, ...T[]]): T;
}

export function createChance(seed: number): Chance {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return { is: (share) => random() < share, below, of: (things) => things[below(things.length)] ?? things[0] };
}
