import { FAULT_NAMES, FAULTS, type Fault, type FaultName } from './fault-table.ts';

export type FaultRates = Partial<Record<FaultName, number>>;

/**
 * Random faults: each call that changes the ledger draws once, and the same seed draws the same
 * faults in the same order.
 */
export interface FaultSwitch {
  /** @param rates share of calls per fault, 0 to 1, together at most 1 */
  set(rates: FaultRates, seed: number): void;
  clear(): void;
  draw(): Fault | undefined;
}

/** Creates a switch that is off. */
export function createFaultSwitch(): FaultSwitch {
  let rates: FaultRates = {};
  let random = seededRandom(1);
  return {
    set: (faults, seed) => {
      rates = faults;
      random = seededRandom(seed);
    },
    clear: () => {
      rates = {};
    },
    draw: () => {
      let left = random();
      const drawn = FAULT_NAMES.find((name) => {
        left -= rates[name] ?? 0;
        return left < 0;
      });
      return drawn === undefined ? undefined : FAULTS[drawn];
    },
  };
}

/** mulberry32: numbers from 0 up to 1 that are determined by the seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
