import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs, promisify } from 'node:util';
import { launch, listening } from '../crash/server.ts';
import { findPostgres } from '../databases/find-postgres.ts';
import { tryChain } from './chain.ts';
import { CHAIN_STORES } from './chain-servers.ts';
import type { Rig } from './stages.ts';
import { type DrillOutcome, MISFORTUNES, tryOut } from './trial.ts';

const USAGE = `npm run drill -- ${MISFORTUNES.join('|')} [--times N] [--jobs N]
npm run drill -- chain [--store ${CHAIN_STORES.join('|')}] [--times N]

Jobs are trials at the same time, each with its own servers and folders: most of a trial is waiting.`;
/** Next to this program in the build. */
const PROGRAMS = fileURLToPath(new URL('../server', import.meta.url));
const ONE = { type: 'string', default: '1' } as const;
const say = (words: string) => void process.stdout.write(`${words}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());

/** @returns the exit code: 1 if a guarantee was broken, 2 if the drill could not run */
async function main(): Promise<number> {
  const options = { times: ONE, jobs: ONE, store: { type: 'string', default: CHAIN_STORES[0] } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const begin = trialFor(positionals[0], values.store);
  const times = Number(values.times);
  const jobs = Number(values.jobs);
  if (begin === null || !isCount(times) || !isCount(jobs)) return untried(USAGE);
  const postgres = findPostgres();
  if ('missing' in postgres) return untried(postgres.missing);
  const folder = await mkdtemp(join(tmpdir(), 'tillside-drill-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const rig: Rig = { ...builtPrograms(), postgres: postgres.programs, folder };
  return drill({ name: positionals[0] ?? '', trial: () => begin(rig), times, jobs });
}

/** The trial that the command line names; null for none. */
function trialFor(name: string | undefined, store: string): ((rig: Rig) => Promise<DrillOutcome>) | null {
  const misfortune = MISFORTUNES.find((one) => one === name);
  if (misfortune !== undefined) return (rig) => tryOut(misfortune, rig);
  const chainStore = CHAIN_STORES.find((one) => one === store);
  return name === 'chain' && chainStore !== undefined ? (rig) => tryChain(chainStore, rig) : null;
}

/** The built server; each start is a separate process. */
function builtPrograms(): Pick<Rig, 'start' | 'tool'> {
  const run = promisify(execFile);
  return {
    async start(env) {
      const server = launch(join(PROGRAMS, 'main.js'), env);
      return { origin: await listening(server), output: server.output, kill: server.kill, stop: server.stop };
    },
    /* PostgreSQL's own programs are found by the path. */
    tool: async (env, name, ...args) =>
      (await run(process.execPath, [join(PROGRAMS, `${name}.js`), ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } })).stdout,
  };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

interface Wanted {
  readonly name: string;
  readonly trial: () => Promise<DrillOutcome>;
  readonly times: number;
  readonly jobs: number;
}

async function drill({ name, trial, times, jobs }: Wanted): Promise<number> {
  const outcomes: DrillOutcome[] = [];
  let begun = 0;
  let untriedOnes = 0;
  async function work(): Promise<void> {
    while (begun < times) {
      begun += 1;
      const outcome = await orUntried(trial());
      if (outcome === null) {
        untriedOnes += 1;
        continue;
      }
      outcomes.push(outcome);
      say(line(`${name} ${outcomes.length}`, outcome));
      for (const fault of outcome.faults) say(`  WRONG: ${fault}`);
    }
  }
  await Promise.all(Array.from({ length: jobs }, work));
  const sum = (of: (outcome: DrillOutcome) => number) => outcomes.reduce((all, outcome) => all + of(outcome), 0);
  const closed = outcomes.flatMap(({ closedMs }) => closedMs ?? []).toSorted((one, other) => one - other);
  const median = closed[Math.floor(closed.length / 2)] ?? null;
  const longest = closed.at(-1) ?? null;
  say(
    line('in all', {
      wishes: sum(({ wishes }) => wishes),
      lost: sum(({ lost }) => lost),
      doubles: sum(({ doubles }) => doubles),
      sales: sum(({ sales }) => sales),
      falseWords: sum(({ falseWords }) => falseWords),
      orders: sum(({ orders }) => orders),
      refunds: sum(({ refunds }) => refunds),
      issuedTwice: sum(({ issuedTwice }) => issuedTwice),
      cases: sum(({ cases }) => cases),
      closedMs: longest,
    }),
  );
  if (median !== null) say(`${closed.length} of ${outcomes.length} were closed, in the median for ${seconds(median)}`);
  if (outcomes.some(({ faults }) => faults.length > 0)) return 1;
  return untriedOnes === 0 ? 0 : untried(`${untriedOnes} could not be tried`);
}

/** A machine that is too busy for two databases proves nothing about redemptions. */
async function orUntried(begun: Promise<DrillOutcome>): Promise<DrillOutcome | null> {
  try {
    return await begun;
  } catch (error) {
    say(`could not be tried: ${inspect(error)}`);
    return null;
  }
}

/** One line of the report. In the totals, the time closed is the longest of all trials. */
function line(name: string, outcome: Omit<DrillOutcome, 'faults'>): string {
  const { wishes, lost, doubles, sales, falseWords, orders, refunds, issuedTwice, closedMs, cases } = outcome;
  const closed = closedMs === null ? 'never closed' : `closed for ${seconds(closedMs)}`;
  const links = `${sales} sales by link, ${refunds} refunds, ${falseWords} false words`;
  const issued = `${orders} orders of vouchers, ${issuedTwice} issued twice`;
  return `${name.padEnd(12)} ${wishes} redemptions, ${lost} confirmed ones lost, ${doubles} doubles, ${links}, ${issued}, ${closed}, ${cases} cases for a manager`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function untried(words: string): number {
  say(words);
  return 2;
}
