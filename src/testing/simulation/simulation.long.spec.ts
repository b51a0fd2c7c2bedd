import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainHistory } from '../../features/voucher-history/bff/explain-history.ts';
import { readArguments, worldRulesOf } from './arguments.ts';
import { run } from './run.ts';
import { count, emptyTally } from './tally.ts';
import { createWorld } from './world.ts';

/**
 * Enough worlds for common faults. `npm test` runs a part of them; `npm run sim` searches for rare
 * ones.
 */
const TIME_MS = process.env['SPEED'] === 'test' ? 15_000 : 45_000;
const TIMEOUT_MS = TIME_MS + 30_000;
const SEED_MAX = 2 ** 31 - 1;
/** Every run tests the same worlds, so that only a change of the program can fail. */
const SAME_WORLDS = 1;
const CHAIN = worldRulesOf(null, readArguments([], 1));

/* Seeds have nothing in common with their neighbours, so only their number is worth shrinking. */
const anySeeds = fc.array(fc.noShrink(fc.integer({ min: 1, max: SEED_MAX })), { minLength: 1, maxLength: 4 });

describe('in a simulated world', () => {
  it(
    'no promise is broken under any fault within the stated bounds',
    async () => {
      const all = emptyTally();
      const property = fc.asyncProperty(anySeeds, async (seeds) => {
        const left = seeds.values();
        const tally = await run({ next: () => left.next().value ?? null, rules: CHAIN, counted: (world) => count(all, world) });
        expect(tally.examples, 'npm run sim -- --seed N --trace shows all of it').toEqual([]);
      });
      await fc.assert(property, { numRuns: SEED_MAX, seed: SAME_WORLDS, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false });
      process.stdout.write(`simulation: ${all.worlds} seeds, ${all.unknowns} unknown outcomes, none of them told wrongly\n`);
      expect(all.unknowns).toBeGreaterThan(all.worlds / 10);
    },
    TIMEOUT_MS,
  );

  it(
    'no history omits a known event, or contains one that did not happen',
    async () => {
      const all = emptyTally();
      const rules = { ...CHAIN, story: explainHistory };
      const property = fc.asyncProperty(anySeeds, async (seeds) => {
        const left = seeds.values();
        const tally = await run({ next: () => left.next().value ?? null, rules, counted: (world) => count(all, world) });
        expect(tally.examples, 'npm run sim -- --seed N --story --trace shows all of it').toEqual([]);
      });
      await fc.assert(property, {
        numRuns: SEED_MAX,
        seed: SAME_WORLDS,
        interruptAfterTimeLimit: TIME_MS / 3,
        markInterruptAsFailure: false,
      });
      process.stdout.write(`stories: ${all.worlds} seeds, ${all.stories} told, ${all.lefts} of ${all.lines} lines with what was left\n`);
      expect(all.lefts).toBeGreaterThan(all.lines / 2);
    },
    TIMEOUT_MS,
  );

  it('one seed always gives the same world, to the last line', () => {
    return fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: SEED_MAX }), async (seed) => {
        const once = await story(seed);
        const again = await story(seed);
        expect(once.length).toBeGreaterThan(0);
        expect(again).toEqual(once);
      }),
      { numRuns: 20 },
    );
  });
});

async function story(seed: number): Promise<string[]> {
  const lines: string[] = [];
  const world = createWorld(seed, undefined, (line) => lines.push(line));
  while (world.step()) await new Promise(setImmediate);
  return lines;
}
