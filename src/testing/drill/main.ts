import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPostgres } from '../find-postgres.ts';
import { MISFORTUNES, type Misfortune, type Outcome, type Rig, tryOut } from './trial.ts';

const USAGE = `npm run drill -- ${MISFORTUNES.join('|')} [--times N]`;
/** Beside this program in the build. */
const PROGRAMS = fileURLToPath(new URL('../server', import.meta.url));
const say = (words: string) => void process.stdout.write(`${words}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());

/** @returns the exit code: 1 when anything went wrong that must not, 2 when it could not be tried */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { times: { type: 'string', default: '1' } } });
  const misfortune = MISFORTUNES.find((one) => one === positionals[0]);
  const times = Number(values.times);
  if (misfortune === undefined || !Number.isSafeInteger(times) || times < 1) return untried(USAGE);
  const postgres = findPostgres();
  if ('missing' in postgres) return untried(postgres.missing);
  const folder = await mkdtemp(join(tmpdir(), 'tillside-drill-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return drill(misfortune, times, { programs: PROGRAMS, postgres: postgres.programs, folder });
}

async function drill(misfortune: Misfortune, times: number, rig: Rig): Promise<number> {
  const outcomes: Outcome[] = [];
  for (let time = 1; time <= times; time += 1) {
    const outcome = await tryOut(misfortune, rig);
    outcomes.push(outcome);
    say(line(`${misfortune} ${time}`, outcome));
    for (const fault of outcome.faults) say(`  WRONG: ${fault}`);
  }
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((all, outcome) => all + of(outcome), 0);
  const closed = outcomes.flatMap(({ closedMs }) => closedMs ?? []);
  say(
    line('in all', {
      wishes: sum(({ wishes }) => wishes),
      lost: sum(({ lost }) => lost),
      doubles: sum(({ doubles }) => doubles),
      cases: sum(({ cases }) => cases),
      closedMs: closed.length === 0 ? null : Math.max(...closed),
    }),
  );
  return outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

/** The time closed of a sum is the longest. */
function line(name: string, { wishes, lost, doubles, closedMs, cases }: Omit<Outcome, 'faults'>): string {
  const closed = closedMs === null ? 'never closed' : `closed for ${(closedMs / 1000).toFixed(1)} s`;
  return `${name.padEnd(12)} ${wishes} redemptions, ${lost} confirmed ones lost, ${doubles} doubles, ${closed}, ${cases} cases for a manager`;
}

function untried(words: string): number {
  say(words);
  return 2;
}
