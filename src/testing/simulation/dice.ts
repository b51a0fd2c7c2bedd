/** Random numbers from a seed: the same seed gives the same numbers on every machine. */
export interface Dice {
  /** An integer from 0 up to, not including, `below`. */
  below(below: number): number;
  /** An integer, both ends included. */
  between(from: number, to: number): number;
  /** True in this share of throws, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Separate dice for one concern, so that an additional throw there changes nothing here. */
  fork(): Dice;
}

/** @param seed any integer; adjacent seeds give unrelated numbers */
export function createDice(seed: number): Dice {
  let state = scramble(seed ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b));

  /** mulberry32: 32 bits of state are plenty for the few hundred throws of one run. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)] ?? list[0],
    fork: () => createDice(below(2 ** 32)),
  };
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
