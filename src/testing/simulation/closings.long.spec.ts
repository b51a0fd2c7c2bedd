import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readArguments, worldRulesOf } from './arguments.ts';
import { run } from './run.ts';
import { count, emptyTally } from './tally.ts';

/** A share of `npm run sim -- --closings`: long enough to meet days that end, answers that are lost and journals that are put back. */
const TIME_MS = process.env['SPEED'] === 'test' ? 6_000 : 20_000;
const SEED_MAX = 2 ** 31 - 1;
/** Every run tests the same worlds, so that only a change of the program can fail. */
const SAME_WORLDS = 1;
const rules = worldRulesOf(null, readArguments(['--closings'], 1));

it(
  'all Z reports and unmatched captures add up to the issuer’s captures, and no number is lost or used twice',
  async () => {
    const all = emptyTally();
    const seeds = fc.array(fc.noShrink(fc.integer({ min: 1, max: SEED_MAX })), { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(seeds, async (some) => {
      const left = some.values();
      const tally = await run({ next: () => left.next().value ?? null, rules, counted: (world) => count(all, world) });
      expect(tally.examples, 'npm run sim -- --closings --seed N --trace shows all of it').toEqual([]);
    });
    await fc.assert(property, { numRuns: SEED_MAX, seed: SAME_WORLDS, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false });
    process.stdout.write(`closings: ${all.worlds} seeds, every Z in the issuer's books\n`);
    expect(all.worlds).toBeGreaterThan(0);
  },
  TIME_MS + 30_000,
);
