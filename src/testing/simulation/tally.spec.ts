import { expect, it } from 'vitest';
import type { Violation } from './invariants.ts';
import { report } from './report.ts';
import type { TimedVerdict } from './stopwatch.ts';
import { count, type EndedWorld, emptyTally, merge, percentileMs } from './tally.ts';

const verdict = (outcome: TimedVerdict['outcome'], ms: number, attempts = 1): TimedVerdict => ({
  kind: 'tender',
  outcome,
  ms,
  attempts,
  why: outcome === 'manager' ? 'issuer-silent' : null,
  isNothing: outcome !== 'captured',
});
const world = (seed: number, verdicts: TimedVerdict[], violations: Violation[] = []): EndedWorld => ({
  seed,
  ms: 3_600_000,
  verdicts,
  violations,
  told: { stories: 2, lines: 3, lefts: 1 },
});

it('worlds are counted the same way one by one and in two threads', () => {
  const worlds = [
    world(1, [verdict('captured', 2_000), verdict('manager', 600_000)]),
    world(
      2,
      [verdict('not captured', 220_000)],
      [
        { invariant: 'I4', atMs: 1, what: 'a' },
        { invariant: 'I2', atMs: 2, what: 'b' },
      ],
    ),
    world(3, [verdict('captured', 5_000, 2)]),
  ];
  const all = emptyTally();
  const left = emptyTally();
  const right = emptyTally();
  worlds.forEach((ended, index) => {
    count(all, ended);
    count(index === 1 ? right : left, ended);
  });
  merge(left, right);
  expect(left).toEqual(all);
  expect(all).toMatchObject({
    worlds: 3,
    stories: 6,
    lines: 9,
    lefts: 3,
    unknowns: 4,
    managers: 1,
    nothings: 2,
    nothingManagers: 1,
    whys: { 'issuer-silent': 1 },
    brokenWorlds: 1,
    broken: { I4: 1, I2: 1, I1: 0 },
  });
  expect(all.examples.map(({ seed }) => seed)).toEqual([2]);
});

it('the time within which a share of the outcomes became known is exact to a tenth of a second', () => {
  const tally = emptyTally();
  for (let index = 1; index <= 100; index += 1) count(tally, world(index, [verdict('captured', index * 1_000)]));
  expect([0.5, 0.95, 1].map((share) => percentileMs(tally.captured, share))).toEqual([50_000, 95_000, 100_000]);
  expect(percentileMs(tally.notCaptured, 0.5)).toBeNull();
});

it('a violation is reported with the command to replay its world', () => {
  const tally = emptyTally();
  count(tally, world(7, [], [{ invariant: 'I1', atMs: 61_000, what: 'captured twice' }]));
  expect(report(tally, 1_000)).toContain('seed 7: I1 at 61 s: captured twice');
  expect(report(tally, 1_000)).toContain('npm run sim -- --seed 7 --trace');
  expect(report(tally, 1_000, { losses: true, shops: true, busy: false })).toContain('--seed 7 --losses --shops --trace');
  const told = emptyTally();
  count(told, world(8, [], [{ invariant: 'S1', atMs: 1, what: 'not told' }]));
  expect(report(told, 1_000)).toContain('npm run sim -- --seed 8 --story --trace');
});
