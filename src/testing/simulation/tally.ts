import { INVARIANTS, type Invariant, type Violation } from './invariants.ts';
import type { TimedVerdict } from './stopwatch.ts';
import type { StoryCounts } from './story-judge.ts';

/** How many times took how long: one count for each tenth of a second, the last one for everything longer. */
export interface Durations {
  readonly tenths: number[];
  count: number;
  maxMs: number;
}

const TENTH_MS = 100;
const TENTHS_MAX = 12_000;

/** The totals of many worlds. Plain data, so that threads can exchange it. */
export interface WorldTally {
  worlds: number;
  virtualMs: number;
  /** Outcomes that were not known at first. */
  unknowns: number;
  /** Unknowns that a manager was called for. */
  managers: number;
  /** Unknowns that took nothing, and those of them that a manager was called for. */
  nothings: number;
  nothingManagers: number;
  /** How many were for a manager, by reason. */
  readonly whys: Record<string, number>;
  /** The number of histories, of their lines, and of lines with a balance. */
  stories: number;
  lines: number;
  lefts: number;
  /** Worlds with a broken invariant. */
  brokenWorlds: number;
  readonly broken: Record<Invariant, number>;
  /** The first worlds with a broken invariant. */
  readonly examples: Example[];
  readonly captured: Durations;
  readonly notCaptured: Durations;
  /** Those that were sent a second time, with any result. */
  readonly second: Durations;
}

export interface Example {
  readonly seed: number;
  readonly violation: Violation;
}

const EXAMPLES_MAX = 20;
const STORY_COUNTS = ['stories', 'lines', 'lefts'] as const;
const COUNTS = ['worlds', 'virtualMs', 'unknowns', 'managers', 'nothings', 'nothingManagers', 'brokenWorlds', ...STORY_COUNTS] as const;

export function emptyTally(): WorldTally {
  const broken = Object.fromEntries(INVARIANTS.map((invariant) => [invariant, 0])) as Record<Invariant, number>;
  const durations = { captured: noDurations(), notCaptured: noDurations(), second: noDurations() };
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>;
  return { ...counts, whys: {}, broken, examples: [], ...durations };
}

/** The result of one world. */
export interface EndedWorld {
  readonly seed: number;
  readonly ms: number;
  readonly violations: readonly Violation[];
  readonly verdicts: readonly TimedVerdict[];
  /** Null if no histories were requested. */
  readonly told: StoryCounts | null;
}

/** Counts a world that has ended. */
export function count(tally: WorldTally, { seed, ms, violations, verdicts, told }: EndedWorld): void {
  tally.worlds += 1;
  tally.virtualMs += ms;
  tally.unknowns += verdicts.length;
  for (const verdict of verdicts) countVerdict(tally, verdict);
  for (const name of STORY_COUNTS) tally[name] += told?.[name] ?? 0;
  if (violations.length === 0) return;
  tally.brokenWorlds += 1;
  for (const violation of violations) {
    tally.broken[violation.invariant] += 1;
    if (tally.examples.length < EXAMPLES_MAX && tally.examples.at(-1)?.seed !== seed) tally.examples.push({ seed, violation });
  }
}

function countVerdict(tally: WorldTally, { outcome, attempts, why, isNothing, ms }: TimedVerdict): void {
  if (isNothing) tally.nothings += 1;
  if (outcome === 'manager') {
    tally.managers += 1;
    if (isNothing) tally.nothingManagers += 1;
    tally.whys[why ?? ''] = (tally.whys[why ?? ''] ?? 0) + 1;
    return;
  }
  add(attempts > 1 ? tally.second : outcome === 'captured' ? tally.captured : tally.notCaptured, ms);
}

/** Adds what another thread counted. */
export function merge(tally: WorldTally, other: WorldTally): void {
  for (const name of COUNTS) tally[name] += other[name];
  for (const [why, times] of Object.entries(other.whys)) tally.whys[why] = (tally.whys[why] ?? 0) + times;
  for (const invariant of INVARIANTS) tally.broken[invariant] += other.broken[invariant];
  tally.examples.push(...other.examples.slice(0, EXAMPLES_MAX - tally.examples.length));
  for (const name of ['captured', 'notCaptured', 'second'] as const) mergeDurations(tally[name], other[name]);
}

function noDurations(): Durations {
  return { tenths: [], count: 0, maxMs: 0 };
}

function add(durations: Durations, ms: number): void {
  const tenth = Math.min(TENTHS_MAX, Math.floor(ms / TENTH_MS));
  durations.tenths[tenth] = (durations.tenths[tenth] ?? 0) + 1;
  durations.count += 1;
  durations.maxMs = Math.max(durations.maxMs, ms);
}

function mergeDurations(into: Durations, from: Durations): void {
  from.tenths.forEach((times, tenth) => {
    into.tenths[tenth] = (into.tenths[tenth] ?? 0) + times;
  });
  into.count += from.count;
  into.maxMs = Math.max(into.maxMs, from.maxMs);
}

/**
 * The time that this share of them did not exceed, in tenths of a second; null if there were none.
 */
export function percentileMs(durations: Durations, share: number): number | null {
  let left = Math.ceil(durations.count * share);
  if (durations.count === 0) return null;
  for (let tenth = 0; tenth <= TENTHS_MAX; tenth += 1) {
    left -= durations.tenths[tenth] ?? 0;
    if (left <= 0) return tenth * TENTH_MS;
  }
  return durations.maxMs;
}
