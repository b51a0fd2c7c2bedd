import { SHOPS } from '../../sandbox/credentials.ts';
import { activate } from './activate.ts';
import { crashTrial, struckTrial } from './crash.ts';
import { fullDiskTrial, whyNoDisk } from './full-disk.ts';
import type { Labs } from './lab.ts';
import { mirror } from './mirror.ts';
import type { Operation } from './operation.ts';
import { type Care, diskTrials, firstCrashes, fullDiskTrials, killTrials, readingTrials, sampleOf, secondCrashTrials } from './plan.ts';
import { readingTrial } from './reading-trial.ts';
import { redeem } from './redeem.ts';
import { refund } from './refund.ts';
import type { ReportRow } from './report.ts';
import type { ServiceFault } from './service.ts';
import type { StoreName } from './stores.ts';
import { type CrashPoint, pointsOf } from './trace.ts';
import type { Lab, Scenario, Trial, TrialOutcome } from './trial.ts';

/** Requests of a till that have an outcome. */
const REQUESTS: readonly Operation[] = [redeem, refund, activate];
const OPERATIONS: readonly Operation[] = [...REQUESTS, mirror];
export const OPERATION_NAMES = OPERATIONS.map(({ name }) => name);

export interface StoreRun {
  readonly labs: Labs;
  readonly store: StoreName;
  /** Names. */
  readonly operations: readonly string[];
  /** A name; null: all of them. */
  readonly scenario: string | null;
  /** A few trials of each operation instead of all. */
  readonly sample: boolean;
  /** Receives progress messages. */
  readonly say: (line: string) => void;
  /** Receives each scenario's result. */
  readonly told: (row: ReportRow) => void;
}

/** A scenario and the way to plan its trials. */
interface Kind extends Omit<Scenario, 'operation'> {
  /** The only operation; by default, all requests of a till. */
  readonly only?: Operation;
  /** Runs a trial; {@link crashTrial} by default. */
  readonly trial?: typeof crashTrial;
  /** The trial without a crash, if it needs options. */
  readonly undisturbed?: Pick<Trial, 'recovering'>;
  /** The trials, once the points of an undisturbed run are known. */
  readonly plan: (scenario: Scenario, points: readonly CrashPoint[], tools: Tools) => Promise<readonly Trial[]> | readonly Trial[];
}

interface Tools {
  /** The journal is in files of the shop, so that power can be cut and the disk be full for it alone. */
  readonly ownFiles: boolean;
  /** Runs one trial and returns the points of its last traced process. */
  readonly watch: (trial: Trial) => Promise<readonly CrashPoint[]>;
}

const always = (name: ServiceFault['name']): ServiceFault => ({ name, share: 1, seed: 1 });
/** The first draw of this seed is below the share, and many after it are not. */
const FIRST_IS_LOST: ServiceFault = { name: 'dropBeforeCommit', share: 0.1, seed: 35 };

const killing =
  (care: Care): Kind['plan'] =>
  (scenario, points, tools) =>
    killTrials(scenario, points, tools, care);

/** All rounds of reading are alike, so a number of evenly spread points represents them. */
const READING_POINTS = 40;
const READING_SAMPLED = 2;
/** Without our mid every row might be ours, and none of other shops' would be let go. */
const KNOWN_MID = { MERCHANT_MID: SHOPS[0].mid };
const reading = (most: number): readonly Kind[] => [
  {
    name: 'first start',
    fault: null,
    env: KNOWN_MID,
    only: mirror,
    trial: readingTrial,
    plan: (scenario, points, tools) => readingTrials(scenario, points, tools, { most, strikes: 'first start' }),
  },
  {
    name: 'next start',
    fault: null,
    env: KNOWN_MID,
    only: mirror,
    trial: readingTrial,
    undisturbed: { recovering: null },
    plan: (scenario, points, tools) => readingTrials(scenario, points, tools, { most, strikes: 'next start' }),
  },
];

const KINDS: readonly Kind[] = [
  ...reading(READING_POINTS),
  { name: 'answered', fault: null, plan: killing('every') },
  { name: 'answer lost', fault: always('dropAfterCommit'), plan: killing('every') },
  { name: 'not done', fault: always('dropBeforeCommit'), plan: killing('in turn') },
  { name: 'second attempt', only: redeem, fault: FIRST_IS_LOST, env: { SAFE_SECOND_ATTEMPT: 'on' }, plan: killing('in turn') },
  { name: 'second crash', fault: null, plan: secondCrashes },
  { name: 'disk fails', fault: null, plan: diskTrials },
  { name: 'disk fails, answer lost', fault: always('dropAfterCommit'), plan: diskTrials },
];
const FULL_DISK = 'full disk';
const SAMPLED: readonly Kind[] = [{ name: 'sample', fault: null, plan: sampleOf }, ...reading(READING_SAMPLED).slice(0, 1)];

/** Runs all trials on one store, as many in parallel as there are labs. */
export async function runStore(run: StoreRun): Promise<ReportRow[]> {
  const operations = OPERATIONS.filter((operation) => run.operations.includes(operation.name) && isTried(run, operation));
  const kinds = run.sample ? SAMPLED : KINDS;
  const rows = operations.flatMap((operation) => [
    ...kinds.filter((kind) => isKindTried(run, operation, kind)).map((kind) => runKind(run, operation, kind)),
    ...(isFullDiskTried(run, operation) ? [runFullDisk(run, operation)] : []),
  ]);
  return (await Promise.all(rows)).filter((row) => row.outcomes.length > 0);
}

/** A sample for a store of another process contains only redemptions. */
function isTried({ sample, store }: StoreRun, operation: Operation): boolean {
  return !sample || store === 'sqlite' || operation === redeem;
}

function isKindTried({ scenario, sample }: StoreRun, operation: Operation, { name, only }: Kind): boolean {
  const isOfIt = only === undefined ? REQUESTS.includes(operation) : only === operation;
  return isOfIt && (sample || scenario === null || scenario === name);
}

function isFullDiskTried({ scenario, sample, store }: StoreRun, operation: Operation): boolean {
  return REQUESTS.includes(operation) && !sample && store === 'sqlite' && (scenario === null || scenario === FULL_DISK);
}

async function runKind(
  { labs, store, sample, told }: StoreRun,
  operation: Operation,
  { plan, trial: how = crashTrial, undisturbed, ...kind }: Kind,
): Promise<ReportRow> {
  const scenario: Scenario = { ...kind, operation };
  const outcomes: TrialOutcome[] = [];
  const watch = async (trial: Trial): Promise<readonly CrashPoint[]> => {
    let points: readonly CrashPoint[] = [];
    await labs.run([trial], how, (outcome, lab) => {
      outcomes.push(outcome);
      points = pointsOf(outcome.steps, new Map([[lab.service.port, 'the issuer'], ...databaseOf(labs)]));
    });
    return points;
  };
  const first: Trial = { scenario, during: null, ...undisturbed, afterwards: sample ? 'lives on' : 'look', what: 'nothing, then the end' };
  const trials = await plan(scenario, await watch(first), { ownFiles: store === 'sqlite', watch });
  const struck = (lab: Lab, trial: Trial) => struckTrial(lab, trial, how);
  await labs.run(trials, struck, (outcome) => outcomes.push(outcome));
  const row = { operation: operation.name, store, scenario: scenario.name, outcomes: trials.length > 0 ? outcomes : [] };
  told(row);
  return row;
}

async function secondCrashes(scenario: Scenario, points: readonly CrashPoint[], { watch }: Tools): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const first of firstCrashes(points)) {
    const { call, nth, what } = first;
    const undisturbed = await watch({ scenario, during: { call, nth, effect: 'kill' }, recovering: null, afterwards: 'look', what });
    trials.push(...secondCrashTrials(scenario, first, undisturbed));
  }
  return trials;
}

async function runFullDisk({ labs, store, say, told }: StoreRun, operation: Operation): Promise<ReportRow> {
  const scenario: Scenario = { name: FULL_DISK, operation, fault: null };
  const outcomes: TrialOutcome[] = [];
  const missing = whyNoDisk();
  if (missing === null) await labs.run(fullDiskTrials(scenario), fullDiskTrial, (outcome) => outcomes.push(outcome));
  else say(`${operation.name} on a disk that is really full: left out, ${missing}`);
  const row = { operation: operation.name, store, scenario: scenario.name, outcomes };
  told(row);
  return row;
}

function databaseOf({ databasePort }: Labs): [number, string][] {
  return databasePort === null ? [] : [[databasePort, 'the database']];
}
