import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { type Budget, type BudgetLane, createBudget } from './budget.ts';

/** Requests turns, and records which were granted and when. */
function askFor(budget: Budget, clock: { monotonic(): number }, lanes: readonly BudgetLane[]) {
  const given: string[] = [];
  for (const lane of lanes) void budget.turn(lane).then(() => given.push(`${lane} ${clock.monotonic()}`));
  return given;
}

it('the budget allows a limited burst after a pause, and never more than its limit in a second', async () => {
  const clock = createManualClock();
  const budget = createBudget({ clock, perSecond: 4, pauseMs: () => 0 });
  await clock.advance(10_000);
  const given = askFor(
    budget,
    clock,
    Array.from({ length: 10 }, () => 'glance'),
  );
  await clock.advance(0);
  expect(given).toHaveLength(4);
  await clock.advance(999);
  expect(given).toHaveLength(4);
  await clock.advance(1);
  expect(given).toHaveLength(8);
  await clock.advance(1_000);
  expect(given).toHaveLength(10);
});

it('the budget serves short reads before background work, which gets half of the turns', async () => {
  const clock = createManualClock();
  const budget = createBudget({ clock, perSecond: 4, pauseMs: () => 0 });
  const given = askFor(budget, clock, [
    'backfill',
    'backfill',
    'proof',
    'window',
    'proof',
    'glance',
    'glance',
    'glance',
  ]);
  await clock.advance(0);
  expect(given).toEqual(['backfill 0', 'glance 0', 'glance 0', 'glance 0']);
  await clock.advance(4_000);
  expect(given.slice(4).map((one) => one.split(' ')[0])).toEqual(['window', 'proof', 'proof', 'backfill']);
});

it('the budget waits as long as the issuer requested, however urgent the work is', async () => {
  const clock = createManualClock();
  const budget = createBudget({ clock, perSecond: 10, pauseMs: () => Math.max(0, 7_000 - clock.monotonic()) });
  const given = askFor(budget, clock, ['glance']);
  await clock.advance(6_999);
  expect(given).toEqual([]);
  await clock.advance(1);
  expect(given).toEqual(['glance 7000']);
});

it('the budget skips a caller that no longer waits for its turn', async () => {
  const clock = createManualClock();
  const budget = createBudget({ clock, perSecond: 1, pauseMs: () => 0 });
  const gone = new AbortController();
  await budget.turn('glance');
  const waiting = budget.turn('glance', gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const given = askFor(budget, clock, ['glance']);
  await clock.advance(1_000);
  expect(given).toHaveLength(1);
});
