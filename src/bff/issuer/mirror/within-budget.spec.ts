import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { createBudget } from './budget.ts';
import { withinBudget } from './within-budget.ts';

const REF = '1234567890';

function rig(perSecond: number, pausedMs = 0) {
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  issuer.add(REF);
  const budget = createBudget({ clock, perSecond, pauseMs: () => Math.max(0, pausedMs - clock.monotonic()) });
  let asked = 0;
  const { checkByRef } = issuer;
  issuer.checkByRef = async (...of) => {
    asked += 1;
    return checkByRef(...of);
  };
  return { clock, asking: withinBudget(issuer, budget, clock), asked: () => asked };
}

it('a hundred checks for settling are sent at the rate of the budget', async () => {
  const { clock, asking, asked } = rig(20);
  const all = Promise.all(Array.from({ length: 100 }, () => asking.checkByRef(REF)));
  await clock.advance(999);
  expect(asked()).toBe(20);
  await clock.advance(4_001);
  expect(asked()).toBe(100);
  expect((await all).every(({ outcome }) => outcome === 'found')).toBe(true);
});

it('no check is sent during a pause, and a check that would wait too long is not answered', async () => {
  const { clock, asking, asked } = rig(20, 12_000);
  const first = asking.checkByRef(REF);
  await clock.advance(10_000);
  expect(await first).toEqual({ outcome: 'unclear', reason: 'the request limit for the issuer was reached' });
  const second = asking.checkByRef(REF);
  await clock.advance(1_999);
  expect(asked()).toBe(0);
  await clock.advance(1);
  expect((await second).outcome).toBe('found');
});
