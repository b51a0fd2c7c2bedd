import { type CrashPoint, isMilestone } from './trace.ts';
import type { Afterwards, Scenario, Trial } from './trial.ts';

/**
 * The abilities of a store: a power cut needs files of our own, and a full disk needs a separate
 * one.
 */
export interface StoreAbilities {
  readonly ownFiles: boolean;
}

/**
 * The extent: all continuations at every point, or alternating ones and only some of the related
 * writes.
 */
export type Care = 'every' | 'in turn';

/** The server is killed at the points of one run of a scenario. */
export function killTrials(scenario: Scenario, points: readonly CrashPoint[], { ownFiles }: StoreAbilities, care: Care): Trial[] {
  const everyWay: [Afterwards, ...Afterwards[]] = ownFiles ? ['look', 'again', 'power cut'] : ['look', 'again'];
  return (care === 'every' ? points : thinned(points)).flatMap((point, index) => {
    const anyWay = isMilestone(point) ? everyWay : (['look', 'again'] as const);
    const ways = care === 'every' && isMilestone(point) ? everyWay : [turn(index, anyWay)];
    return ways.map((afterwards) => ({ scenario, during: { ...place(point), effect: 'kill' as const }, afterwards, what: point.what }));
  });
}

/**
 * The server is killed at each point of its next start too, until what the first crash left is settled. Questions of the till change nothing
 * there, and reads cannot be counted: how often a program is read from the disk varies.
 */
export function secondCrashTrials(scenario: Scenario, first: CrashPoint, points: readonly CrashPoint[]): Trial[] {
  const own = thinned(points).filter(({ call, what }) => call !== 'read' && !what.endsWith('the till'));
  return own.map((point, index) => ({
    scenario,
    during: { ...place(first), effect: 'kill' },
    recovering: { ...place(point), effect: 'kill' },
    afterwards: turn(index, ['look', 'again'] as const),
    what: `${first.what}, then ${point.what}`,
  }));
}

/** The disk is full from a write on, until there is space again; and each sync fails once. */
export function diskTrials(scenario: Scenario, points: readonly CrashPoint[], { ownFiles }: StoreAbilities): Trial[] {
  if (!ownFiles) return [];
  return thinned(points).flatMap((point, index): Trial[] => {
    if (point.call === 'pwrite64') {
      const during = { ...place(point), effect: 'ENOSPC', onwards: true } as const;
      return [{ scenario, during, afterwards: turn(index, ['lives on', 'again', 'look'] as const), what: `disk full: ${point.what}` }];
    }
    if (!point.call.includes('sync')) return [];
    const during = { ...place(point), effect: 'EIO' } as const;
    return (['lives on', 'look'] as const).map((afterwards) => ({ scenario, during, afterwards, what: `disk fails: ${point.what}` }));
  });
}

/** The points for a reading server, with the number of its start. */
interface ReadingCare {
  /** The maximum number, evenly spread. */
  readonly most: number;
  readonly strikes: 'first start' | 'next start';
}

/**
 * The server is killed when it stores rows, and at its next start when it removes old ones, which
 * it does first.
 */
export function readingTrials(
  scenario: Scenario,
  points: readonly CrashPoint[],
  { ownFiles }: StoreAbilities,
  { most, strikes }: ReadingCare,
): Trial[] {
  const asked = strikes === 'first start' ? points.findIndex(({ what }) => what === 'write to the issuer') : -1;
  const writing = points.slice(asked + 1).filter(({ what }) => /the database|the journal/.test(what));
  const ways: [Afterwards, ...Afterwards[]] = ownFiles && strikes === 'first start' ? ['look', 'again', 'power cut'] : ['look', 'again'];
  return spread(thinned(writing), most).map((point, index): Trial => {
    const strike = { ...place(point), effect: 'kill' } as const;
    const struck = strikes === 'first start' ? { during: strike } : { during: null, recovering: strike };
    return { scenario, ...struck, afterwards: turn(index, ways), what: `${strikes}: ${point.what}` };
  });
}

/** At most `most` entries of a list, including the first and the last. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  const step = (list.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)]).filter((one) => one !== undefined);
}

/** The first, the middle and the last of consecutive writes to a file. */
function thinned(points: readonly CrashPoint[]): CrashPoint[] {
  const runs: CrashPoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.[0]?.call === 'pwrite64' && point.call === 'pwrite64') run.push(point);
    else runs.push([point]);
  }
  return runs.flatMap((run) => run.filter((_, index) => [0, Math.floor(run.length / 2), run.length - 1].includes(index)));
}

/** A really full disk, until there is space again. */
export function fullDiskTrials(scenario: Scenario): Trial[] {
  return (['look', 'again'] as const).map((afterwards) => ({ scenario, during: null, afterwards, what: 'full to the last block' }));
}

/** The most important points in an undisturbed run of an operation that the issuer answers. */
interface Landmarks {
  /** The wait for the disk before the request leaves. */
  readonly written: CrashPoint | undefined;
  /** The request itself, which is the last one to the issuer. */
  readonly leaving: CrashPoint | undefined;
  /** The first step after the issuer's answer. */
  readonly answered: CrashPoint | undefined;
  /** The till gets the verdict. */
  readonly told: CrashPoint | undefined;
}

function landmarksOf(points: readonly CrashPoint[]): Landmarks {
  const left = points.findLastIndex(({ what }) => what === 'write to the issuer');
  const read = points.findIndex(({ what }, index) => index > left && what === 'read from the issuer');
  return {
    written: points.slice(0, left).findLast(({ call }) => call.includes('sync')),
    leaving: points[left],
    answered: read === -1 ? undefined : points[read + 1],
    told: points.findLast(({ what }) => what === 'write to the till'),
  };
}

/**
 * A few representative trials, the slowest first. For a redemption: a crash at each landmark, a
 * power cut, a full and a failing disk. For other operations: the crash that leaves the most
 * unknown.
 */
export function sampleOf(scenario: Scenario, points: readonly CrashPoint[], abilities: StoreAbilities): Trial[] {
  const { written, leaving, answered, told } = landmarksOf(points);
  const kill = (point: CrashPoint | undefined, afterwards: Afterwards): Trial[] =>
    point ? [{ scenario, during: { ...place(point), effect: 'kill' }, afterwards, what: point.what }] : [];
  const isRedemption = scenario.operation.name === 'redeem';
  if (!isRedemption) return kill(answered, 'again');
  if (!abilities.ownFiles) return [...kill(leaving, 'look'), ...kill(answered, 'again')];
  const disk = diskTrials(scenario, points, abilities);
  const failing = (effect: 'ENOSPC' | 'EIO') => disk.filter(({ during }) => during?.effect === effect).slice(0, 1);
  return [
    ...kill(leaving, 'look'),
    ...failing('EIO'),
    ...kill(written, 'again'),
    ...kill(answered, 'again'),
    ...kill(answered, 'power cut'),
    ...kill(told, 'look'),
    ...failing('ENOSPC'),
  ];
}

/** Crashes after which a restart has something to do: the answer was on its way to the journal, or the request to the issuer. */
export function firstCrashes(points: readonly CrashPoint[]): CrashPoint[] {
  const { answered, leaving } = landmarksOf(points);
  return [answered, leaving].filter((point) => point !== undefined);
}

function place({ call, nth }: CrashPoint): { call: string; nth: number } {
  return { call, nth };
}

function turn<T>(index: number, [first, ...rest]: readonly [T, ...T[]]): T {
  return [first, ...rest][index % (rest.length + 1)] ?? first;
}
