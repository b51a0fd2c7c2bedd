import { describe, expect, it } from 'vitest';
import type { Period } from '../../../bff/issuer/port.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { coverageOf } from './coverage.ts';

const DAY_MS = 86_400_000;

function rig({ gaps = [], after }: { gaps?: Period[]; after?: () => Promise<never> } = {}) {
  const clock = createManualClock();
  const wanted: Period[] = [];
  let asked = 0;
  const deps = {
    clock,
    mirror: {
      after: () => {
        asked += 1;
        return (
          after?.() ??
          Promise.resolve({ outcome: 'ended', period: { from: 0, to: 1 }, beganMs: 0, beganAt: 0 } as const)
        );
      },
      freshness: () => ({ until: clock.now() - 60_000, isUnavailable: true }),
    },
    upkeep: {
      prioritize: (period: Period) => void wanted.push(period),
      progressOf: async () => ({ gaps, share: 0.25, reason: null, keptFrom: clock.now() - 400 * DAY_MS }),
    },
  };
  return {
    deps,
    wanted,
    asked: () => asked,
    today: { from: clock.now() - DAY_MS, to: clock.now() + DAY_MS },
    now: clock.now(),
  };
}

describe('the share of a period that was read', () => {
  it('is returned with the missing part, which is then read', async () => {
    const { deps, wanted, today, now } = rig({ gaps: [{ from: 1_000, to: 2_000 }] });
    expect(await coverageOf(deps, today)).toEqual({
      share: 0.25,
      gaps: [{ from: '1970-01-01T00:00:01.000Z', to: '1970-01-01T00:00:02.000Z' }],
      keptFrom: null,
      until: new Date(now - 60_000).toISOString(),
      isAway: true,
    });
    expect(wanted).toEqual([today]);
  });

  it('is returned for the past without a request to the issuer, and with the start of stored rows', async () => {
    const { deps, wanted, asked, now } = rig();
    const long = { from: now - 500 * DAY_MS, to: now - DAY_MS };
    expect((await coverageOf(deps, long)).keptFrom).toBe(new Date(now - 400 * DAY_MS).toISOString());
    expect([wanted, asked()]).toEqual([[], 0]);
  });

  it('is returned even if new rows cannot be stored at the moment', async () => {
    const { deps, today } = rig({ after: () => Promise.reject(new Error('the database cannot be reached')) });
    expect((await coverageOf(deps, today)).isAway).toBe(true);
  });
});
