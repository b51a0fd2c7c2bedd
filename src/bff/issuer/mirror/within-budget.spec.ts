import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { createBudget } from './budget.ts';
import { withinBudget } from './within-budget.ts';

const REF = '1234567890';

function rig(perSecond: number) {
  const clock = createManualClock();
  const issuer = createModelIssuer({ clock });
  issuer.add(REF);
  const budget = createBudget({ clock, perSecond });
  let asked = 0;
  const { checkByRef } = issuer;
  issuer.checkByRef = async (...of) => {
    asked += 1;
    return checkByRef(...of);
  };
  return { clock, issuer, budget, asking: withinBudget(issuer, budget, clock), asked: () => asked };
}

it('a hundred checks for settling are sent as the budget allows', async () => {
  const { clock, asking, asked } = rig(20);
  const all = Promise.all(Array.from({ length: 100 }, () => asking.checkByRef(REF)));
  await clock.advance(999);
  expect(asked()).toBe(20);
  await clock.advance(4_001);
  expect(asked()).toBe(100);
  expect((await all).every(({ outcome }) => outcome === 'found')).toBe(true);
});

it('a pause that the issuer requests at a check applies to the search, and no check is sent meanwhile', async () => {
  const { clock, issuer, budget, asking, asked } = rig(20);
  issuer.checkByRef = async () => ({ outcome: 'unclear', reason: 'HTTP 429', retryAfterMs: 30_000 });
  await asking.checkByRef(REF);
  const turns: string[] = [];
  void budget.turn('glance').then(() => turns.push('glance'));
  const later = asking.checkByRef(REF);
  await clock.advance(10_000);
  expect(await later).toEqual({ outcome: 'unclear', reason: 'the issuer wants to be left alone' });
  await clock.advance(19_999);
  expect(turns).toEqual([]);
  await clock.advance(1);
  expect(turns).toEqual(['glance']);
  expect(asked()).toBe(0);
});

it('a pause that one of two interfaces requests at a check applies, though the other one answered', async () => {
  const { clock, issuer, budget, asking } = rig(20);
  const { checkByRef } = issuer;
  issuer.checkByRef = async (ref) => {
    const answer = await checkByRef(ref);
    return answer.outcome === 'found' ? { ...answer, retryAfterMs: 30_000 } : answer;
  };
  expect((await asking.checkByRef(REF)).outcome).toBe('found');
  let isDue = false;
  void budget.turn('glance').then(() => (isDue = true));
  await clock.advance(29_999);
  expect(isDue).toBe(false);
  await clock.advance(1);
  expect(isDue).toBe(true);
});
