import { expect, it } from 'vitest';
import { readArguments, worldRulesOf } from './arguments.ts';
import { report } from './report.ts';
import { count, emptyTally } from './tally.ts';
import { createWorld } from './world.ts';

const SEED = 900_008;
const TIMEOUT_MS = 60_000;

/** Everything that happens in the world of a command line. */
async function story(args: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const wanted = readArguments(args, 1);
  const world = createWorld(wanted.first, worldRulesOf(null, wanted), (line) => lines.push(line));
  while (world.step()) await new Promise(setImmediate);
  return lines;
}

it.each(['', '--one-shop', '--shops', '--world live', '--losses --closings', '--busy --one-shop', '--losses --story --closings --shops'])(
  'the command of the report repeats the world to the last line: "%s"',
  async (kinds) => {
    const given = kinds.split(' ').filter((kind) => kind !== '');
    const tally = emptyTally();
    const violation = { invariant: 'I2', atMs: 1, what: 'for the report' } as const;
    count(tally, { seed: SEED, ms: 1, violations: [violation], verdicts: [], told: null });
    const [, command = ''] = /npm run sim -- (.*)/.exec(report(tally, 1, readArguments(given, 1))) ?? [];
    const once = await story(['--seed', String(SEED), ...given]);
    expect(once.length).toBeGreaterThan(0);
    expect(await story(command.split(' '))).toEqual(once);
  },
  TIMEOUT_MS,
);
