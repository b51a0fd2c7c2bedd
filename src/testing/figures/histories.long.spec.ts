import { expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../databases/stores.ts';
import { runHistory } from './histories.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  it.each([0, 1, 2])('every report matches the ledger after history %i', async (seed) => {
    expect(await runHistory(kind, seed)).toBeGreaterThan(0);
  });
});
