import { expect, it } from 'vitest';
import { runHistory } from './histories.ts';

/** The others are in the full spec. */
const HISTORIES = 50;
const SEEDS = Array.from({ length: HISTORIES }, (_, seed) => seed);

it.each(SEEDS)('every report equals the ledger after history %i', async (seed) => {
  expect(await runHistory(seed)).toBeGreaterThan(0);
});

it('every report equals the ledger after more redemptions than any page has', { timeout: 120_000 }, async () => {
  expect(await runHistory(HISTORIES, 600)).toBeGreaterThan(600);
});
