import { describe, expect, it } from 'vitest';
import { ABLATIONS, type AblationName } from './ablations.ts';
import { run, seedsFrom } from './run.ts';

/** For each rule a world in which a promise is broken without it. `npm run sim -- --seed N --ablate RULE --trace` tells its story. */
const KEPT = {
  snapshotExclusion: 299,
  claimExclusion: 123,
  skewPad: 298,
  oldRowWaits: 189,
  exactAmount: 95,
  halfWay: 165,
  window: 64,
  balance: 116,
  completeReading: 933,
  windows: 148,
  oneOfTwo: 116,
  durableSent: 17,
  voucherLock: 23,
  versions: 588,
  tombstones: 64,
  uniqueClaims: 258,
  allowList: 91,
} as const satisfies Partial<Record<AblationName, number>>;

/**
 * Rules of which no world among the first 1,500 shows what they are for, since everything is read by one reader: others cover them nearly always.
 * `without.spec.ts` shows most of them by their functions. Whoever finds a world for one moves it up.
 */
const STILL_SOUGHT: readonly Exclude<AblationName, keyof typeof KEPT>[] = [
  'onlyOne',
  'secondReading',
  'undisturbed',
  'certainlyLater',
  'ownRows',
  'agreement',
  'knownBefore',
  'windowAge',
  'freshWindow',
  'firstByteInTime',
];

it('every rule is kept by a world, or one is still sought for it', () => {
  expect([...Object.keys(KEPT), ...STILL_SOUGHT].sort()).toEqual(Object.keys(ABLATIONS).sort());
});

describe('without one of the rules', () => {
  for (const [name, seed] of Object.entries(KEPT)) {
    const { without, rules } = ABLATIONS[name as AblationName];
    it(`${name}: ${without}, and a promise is broken that is kept with it`, async () => {
      const broken = await run({ next: seedsFrom(seed, 1), rules });
      const kept = await run({ next: seedsFrom(seed, 1) });
      expect([broken.brokenWorlds, kept.brokenWorlds]).toEqual([1, 0]);
    });
  }
});
