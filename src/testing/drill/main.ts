import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPostgres } from '../find-postgres.ts';
import { MISFORTUNES, type Misfortune, type Outcome, type Rig, tryOut } from './trial.ts';

const USAGE = `npm run drill -- ${MISFORTUNES.join('|')} [--times N] [--jobs N]

Jobs are trials at the same time, each with its own servers and folders: most of a trial is waiting.`;
/** Beside this program in the build. */
const PROGRAMS = fileURLToPath(new URL('../server', import.meta.url));
const ONE = { type: 'string', default: '1' } as const;
const say = (words: string) => void process.stdout.write(`${words}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());

/** @returns the exit code: 1 when anything went wrong that must not, 2 when it could not be tried */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { times: ONE, jobs: ONE } });
  const misfortune = MISFORTUNES.find((one) => one === positionals[0]);
  const [times, jobs] = [Number(values.times), Number(values.jobs)];
  if (misfortune === undefined || !isCount(times) || !isCount(jobs)) return untried(USAGE);
  const postgres = findPostgres();
  if ('missing' in postgres) return untried(postgres.missing);
  const folder = await mkdtemp(join(tmpdir(), 'tillside-drill-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return drill({ misfortune, times, jobs }, { programs: PROGRAMS, postgres: postgres.programs, folder });
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

interface Wanted {
  readonly misfortune: Misfortune;
  readonly times: number;
  readonly jobs: number;
}

async function drill({ misfortune, times, jobs }: Wanted, rig: Rig): Promise<number> {
  const outcomes: Outcome[] = [];
  let begun = 0;
  async function work(): Promise<void> {
    while (begun < times) {
      begun += 1;
      const outcome = await tryOut(misfortune, rig);
      outcomes.push(outcome);
      say(line(`${misfortune} ${outcomes.length}`, outcome));
      for (const fault of outcome.faults) say(`  WRONG: ${fault}`);
    }
  }
  await Promise.all(Array.from({ length: jobs }, work));
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((all, outcome) => all + of(outcome), 0);
  const closed = outcomes.flatMap(({ closedMs }) => closedMs ?? []).toSorted((one, other) => one - other);
  const [median, longest] = [closed[Math.floor(closed.length / 2)] ?? null, closed.at(-1) ?? null];
  say(
    line('in all', {
      wishes: sum(({ wishes }) => wishes),
      lost: sum(({ lost }) => lost),
      doubles: sum(({ doubles }) => doubles),
      cases: sum(({ cases }) => cases),
      closedMs: longest,
    }),
  );
  if (median !== null) say(`${closed.length} of ${outcomes.length} were closed, in the median for ${seconds(median)}`);
  return outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

/** The time closed of a sum is the longest. */
function line(name: string, { wishes, lost, doubles, closedMs, cases }: Omit<Outcome, 'faults'>): string {
  const closed = closedMs === null ? 'never closed' : `closed for ${seconds(closedMs)}`;
  return `${name.padEnd(12)} ${wishes} redemptions, ${lost} confirmed ones lost, ${doubles} doubles, ${closed}, ${cases} cases for a manager`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function untried(words: string): number {
  say(words);
  return 2;
}
