import { describe, expect, it } from 'vitest';
import { ABLATIONS, type AblationName } from './ablations.ts';
import { run, seedsFrom } from './run.ts';

/** For each rule a world in which a promise is broken without it. `npm run sim -- --seed N --ablate RULE --trace` tells its story. */
const KEPT: Readonly<Record<AblationName, number>> = {
  snapshotExclusion: 309,
  claimExclusion: 70,
  skewPad: 459,
  oldRowWaits: 189,
  exactAmount: 95,
  onlyOne: 18_430,
  halfWay: 121,
  window: 147,
  secondScan: 2877,
  undisturbed: 1434,
  balance: 116,
  certainlyLater: 3890,
  completeScan: 933,
  ownRows: 1,
  readsAhead: 1,
  oneOfTwo: 131,
  freshWindow: 42_664,
  durableSent: 24,
  voucherLock: 23,
  versions: 319,
  tombstones: 64,
  uniqueClaims: 171,
  allowList: 52,
  firstByteInTime: 1189,
};

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
