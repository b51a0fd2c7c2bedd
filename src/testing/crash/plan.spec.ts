import { expect, it } from 'vitest';
import { diskTrials, firstCrashes, killTrials, readingTrials, sampleOf, secondCrashTrials } from './plan.ts';
import { redeem } from './redeem.ts';
import { refund } from './refund.ts';
import type { CrashPoint } from './trace.ts';
import type { Scenario } from './trial.ts';

const SCENARIO: Scenario = { name: 'answered', operation: redeem, fault: null };
const point = (call: string, nth: number, what: string): CrashPoint => ({ call, nth, what });
/** INTENT, SENT, the POST, its answer, the capture, the answer to the till. */
const POINTS: readonly CrashPoint[] = [
  point('pwrite64', 1, 'write the log of the journal'),
  point('fsync', 1, 'sync the log of the journal'),
  point('pwrite64', 2, 'write the log of the journal'),
  point('fsync', 2, 'sync the log of the journal'),
  point('connect', 1, 'connect to the issuer'),
  point('writev', 1, 'write to the issuer'),
  point('read', 1, 'read from the issuer'),
  point('pwrite64', 3, 'write the log of the journal'),
  point('fsync', 3, 'sync the log of the journal'),
  point('writev', 2, 'write to the till'),
];
const MILESTONES = 7;
const OWN = { ownFiles: true };

it('full trials kill at every point, and at milestones with every way of continuing', () => {
  const trials = killTrials(SCENARIO, POINTS, OWN, 'every');
  expect(trials).toHaveLength(MILESTONES * 3 + (POINTS.length - MILESTONES));
  const tried = new Set(trials.map(({ during }) => `${during?.call} ${during?.nth}`));
  expect(tried).toEqual(new Set(POINTS.map(({ call, nth }) => `${call} ${nth}`)));
  expect(trials.every(({ during }) => during?.effect === 'kill')).toBe(true);
});

it('trials that alternate between ways of ending stop the server once at each point, and at some of several consecutive writes', () => {
  const writes = Array.from({ length: 9 }, (_, index) => point('pwrite64', index + 1, 'write the log of the journal'));
  const trials = killTrials(SCENARIO, [...writes, point('fsync', 1, 'sync the log of the journal')], OWN, 'in turn');
  expect(trials.map(({ during }) => `${during?.call} ${during?.nth}`)).toEqual(['pwrite64 1', 'pwrite64 5', 'pwrite64 9', 'fsync 1']);
});

it('power cuts and full disks are left out if another process owns the journal', () => {
  const elsewhere = { ownFiles: false };
  expect(killTrials(SCENARIO, POINTS, elsewhere, 'every').filter(({ afterwards }) => afterwards === 'power cut')).toEqual([]);
  expect(diskTrials(SCENARIO, POINTS, elsewhere)).toEqual([]);
});

it('disk trials fill the disk from each write on, and fail each sync once', () => {
  const injections = diskTrials(SCENARIO, POINTS, OWN).map(({ during }) => during);
  expect(injections.filter((injection) => injection?.effect === 'ENOSPC' && injection.onwards)).toHaveLength(3);
  expect(injections.filter((injection) => injection?.effect === 'EIO' && !injection.onwards)).toHaveLength(3 * 2);
});

it('second crashes follow a first crash after the answer or before the request', () => {
  const [answered, leaving, ...more] = firstCrashes(POINTS);
  expect([answered, leaving, more]).toEqual([POINTS[7], POINTS[5], []]);
  const trials = answered ? secondCrashTrials(SCENARIO, answered, POINTS) : [];
  expect(trials).toHaveLength(POINTS.length - 2);
  expect(trials.every(({ recovering }) => recovering?.effect === 'kill')).toBe(true);
});

it('a sample of a redemption has each milestone, a power cut, a full and a failing disk', () => {
  const struck = sampleOf(SCENARIO, POINTS, OWN).map(
    ({ during, afterwards }) => `${during?.effect} ${during?.call} ${during?.nth} ${afterwards}`,
  );
  expect(struck).toEqual([
    'kill writev 1 look',
    'EIO fsync 1 lives on',
    'kill fsync 2 again',
    'kill pwrite64 3 again',
    'kill pwrite64 3 power cut',
    'kill writev 2 look',
    'ENOSPC pwrite64 1 lives on',
  ]);
});

it('the last request to the issuer counts as the redemption, because a snapshot may precede it', () => {
  const asked = [point('write', 1, 'write to the issuer'), point('read', 0, 'read from the issuer'), ...POINTS];
  expect(firstCrashes(asked)).toEqual([POINTS[7], POINTS[5]]);
});

it('a sample has one crash of other operations, and two if another process owns the journal', () => {
  const answered = { during: { call: 'pwrite64', nth: 3, effect: 'kill' }, afterwards: 'again' };
  const elsewhere = { ownFiles: false };
  expect(sampleOf({ ...SCENARIO, operation: refund }, POINTS, OWN)).toMatchObject([answered]);
  expect(sampleOf(SCENARIO, POINTS, elsewhere)).toMatchObject([{ during: { call: 'writev', nth: 1 } }, answered]);
});

it('a reading server is killed at evenly chosen writes after the first request, in its first or next start', () => {
  const writes = Array.from({ length: 30 }, (_, index) => point('fsync', index + 10, 'sync the log of the journal'));
  const reading = [point('fsync', 9, 'sync the log of the journal'), point('writev', 1, 'write to the issuer'), ...writes];
  const first = readingTrials(SCENARIO, reading, OWN, { most: 4, strikes: 'first start' });
  expect(first.map(({ during, afterwards }) => `${during?.nth} ${afterwards}`)).toEqual(['10 look', '20 again', '29 power cut', '39 look']);
  const next = readingTrials(SCENARIO, reading, OWN, { most: 4, strikes: 'next start' });
  expect(next.map(({ during, recovering }) => [during, recovering?.nth])).toEqual([
    [null, 9],
    [null, 19],
    [null, 29],
    [null, 39],
  ]);
});
