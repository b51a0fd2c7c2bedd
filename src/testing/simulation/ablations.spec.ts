import { describe, expect, it } from 'vitest';
import { ABLATIONS, type AblationName } from './ablations.ts';
import { run, seedsFrom } from './run.ts';

/** For each rule a world in which a promise is broken without it. `npm run sim -- --seed N --ablate RULE --trace` tells its story. */
const KEPT: Readonly<Record<AblationName, number>> = {
  snapshotExclusion: 662,
  claimExclusion: 70,
  skewPad: 459,
  oldRowWaits: 189,
  exactAmount: 95,
  onlyOne: 22_449,
  halfWay: 121,
  window: 147,
  secondReading: 4715,
  undisturbed: 1434,
  balance: 116,
  certainlyLater: 30_130,
  completeReading: 933,
  ownRows: 902_101,
  readsAhead: 20_608,
  oneOfTwo: 116,
  freshWindow: 53_308,
  durableSent: 24,
  voucherLock: 23,
  versions: 588,
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
