import { expect, it } from 'vitest';
import { SQLITE } from '../databases/stores.ts';
import { runHistory } from './histories.ts';

/** The first ones are in the long spec. */
const SEEDS = Array.from({ length: 197 }, (_, index) => 3 + index);

it.each(SEEDS)('every report matches the ledger after history %i', async (seed) => {
  expect(await runHistory(SQLITE, seed)).toBeGreaterThan(0);
});

it('every report matches the ledger after more redemptions than any page holds', { timeout: 240_000 }, async () => {
  expect(await runHistory(SQLITE, 200, 510)).toBeGreaterThan(510);
});
