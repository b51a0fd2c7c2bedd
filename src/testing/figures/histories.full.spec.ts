import { expect, it } from 'vitest';
import { SQLITE } from '../databases/stores.ts';
import { runHistory } from './histories.ts';

/** The first ones are in the long spec. */
const SEEDS = Array.from({ length: 150 }, (_, index) => 51 + index);

it.each(SEEDS)('every report equals the ledger after history %i', async (seed) => {
  expect(await runHistory(SQLITE, seed)).toBeGreaterThan(0);
});
