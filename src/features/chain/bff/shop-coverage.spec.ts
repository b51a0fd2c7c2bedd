import { expect, it } from 'vitest';
import { MIDNIGHT, shopDate } from '../../../contract/platform/shop-day.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { shopCoverage } from './shop-coverage.ts';

const TERMS = { timeZone: 'Asia/Singapore', dayBegins: MIDNIGHT };
const DAY_MS = 86_400_000;

/** An issuer whose newest row is of this age. */
interface Issuer {
  readonly gap?: boolean;
  readonly untilAgoMs?: number | null;
  readonly isAway?: boolean;
  readonly daysStored?: number;
}

function reasonOn(daysAgo: number, { gap = false, untilAgoMs = 0, isAway = false, daysStored = 400 }: Issuer) {
  const clock = createManualClock();
  const now = clock.now();
  const day = shopDate(now - daysAgo * DAY_MS, TERMS);
  const deps = {
    clock,
    days: async () => TERMS,
    mirror: {
      after: () => Promise.resolve({ outcome: 'ended', period: { from: 0, to: 1 }, beganMs: 0, beganAt: 0 } as const),
      freshness: () => ({ until: untilAgoMs === null ? null : now - untilAgoMs, isUnavailable: isAway }),
    },
    upkeep: {
      prioritize: () => undefined,
      progressOf: async () => ({
        gaps: gap ? [{ from: 1, to: 2 }] : [],
        share: 1,
        reason: null,
        keptFrom: now - daysStored * DAY_MS,
      }),
    },
  };
  return shopCoverage(deps, { from: day, to: day });
}

it.each([
  ['everything was read', 0, {}, null],
  ['a gap remains', 3, { gap: true }, 'being-read'],
  ['nothing was read since the start, and the day is not over', 0, { untilAgoMs: null }, 'being-read'],
  ['nothing was read since the start, and the day was read before', 3, { untilAgoMs: null }, null],
  ['the issuer is unreachable, and the day is not over', 0, { isAway: true, untilAgoMs: 60_000 }, 'issuer-away'],
  ['the issuer is unreachable, and a gap remains', 3, { isAway: true, gap: true }, 'issuer-away'],
  ['the issuer is unreachable, and the day was read before', 3, { isAway: true, untilAgoMs: 60_000 }, null],
  ['the day is older than the stored rows', 3, { daysStored: 1 }, 'not-stored'],
] as const)('%s', async (_, daysAgo, issuer, expected) => {
  expect(await reasonOn(daysAgo, issuer)).toBe(expected);
});
