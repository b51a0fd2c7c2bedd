import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostgres, type PostgresSearchResult } from '../databases/find-postgres.ts';
import { readArguments, USAGE, type WantedTrials } from './arguments.ts';
import { openLabs } from './lab.ts';
import { faultReport, type ReportRow, table } from './report.ts';
import { OPERATION_NAMES, runStore } from './run.ts';
import type { StoreName } from './stores.ts';
import { findStrace } from './strace.ts';

/** Next to this program in the build. */
const SERVER = fileURLToPath(new URL('../server/main.js', import.meta.url));
/** Trials wait most of the time. */
const TRIALS_PER_PROCESSOR = 5;
/** A sample is of both stores at once. */
const SAMPLED_PER_PROCESSOR: Readonly<Record<StoreName, number>> = { sqlite: 4, postgres: 1 };
const say = (line: string) => void process.stdout.write(`${line}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());

/** @returns the exit code: 1 if a guarantee was broken, 2 if the trials could not run */
async function main(): Promise<number> {
  const wanted = wantedOrNull();
  if (wanted === null) return 2;
  const found = await findStrace(say);
  if ('missing' in found) return untried(`crash points: ${found.missing}`);
  const rows: ReportRow[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'tillside-crash-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const began = Date.now();
  const tryOne = async (store: StoreName) => {
    const postgres = store === 'postgres' ? findPostgres() : null;
    if (postgres !== null && 'missing' in postgres) return untried(`crash points on PostgreSQL: ${postgres.missing}`);
    rows.push(...(await tryStore({ store, postgres, wanted, strace: found.strace, folder: join(folder, store) })));
    return 0;
  };
  const codes = await (wanted.sample ? Promise.all(wanted.stores.map(tryOne)) : inTurn(wanted.stores, tryOne));
  say(`${table(rows)}\n${Math.round((Date.now() - began) / 1000)} s in all`);
  return rows.some(({ outcomes }) => outcomes.some(({ faults }) => faults.length > 0)) ? 1 : Math.max(...codes);
}

async function inTurn<T, R>(things: readonly T[], act: (thing: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const thing of things) done.push(await act(thing));
  return done;
}

interface Trying {
  readonly store: StoreName;
  readonly postgres: PostgresSearchResult | null;
  readonly wanted: WantedTrials;
  readonly strace: string;
  readonly folder: string;
}

async function tryStore({ store, postgres, wanted, strace, folder }: Trying): Promise<ReportRow[]> {
  const { operations, scenario, sample, server, parallel } = wanted;
  const count = parallel ?? availableParallelism() * (sample ? SAMPLED_PER_PROCESSOR[store] : TRIALS_PER_PROCESSOR);
  const labs = await openLabs({ strace, program: server ?? SERVER, store, postgres, folder, count });
  const told = (row: ReportRow) => {
    for (const outcome of row.outcomes.filter(({ faults }) => faults.length > 0)) say(faultReport(outcome));
    say(`${row.operation} on ${row.store}, ${row.scenario}: ${row.outcomes.length} tried`);
  };
  try {
    return await runStore({ labs, store, operations, scenario, sample, say, told });
  } finally {
    await labs.close();
  }
}

/** A trial that cannot run must not be overlooked in CI. */
function untried(why: string): number {
  const counts = process.env['CI'] === 'true';
  say(counts ? why : `${why}: left out`);
  return counts ? 1 : 0;
}

function wantedOrNull(): WantedTrials | null {
  try {
    return readArguments(process.argv.slice(2), OPERATION_NAMES);
  } catch (error) {
    say(`${error instanceof Error ? error.message : 'unknown reason'}\n${USAGE(OPERATION_NAMES)}`);
    return null;
  }
}
