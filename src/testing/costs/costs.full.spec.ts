import { expect, it } from 'vitest';
import { onStores, POSTGRES } from '../databases/stores.ts';
import { grown } from './grown.ts';

/** Answers for which PostgreSQL still joins all facts, or all rows of the list. */
const NOT_YET: readonly string[] = [
  'GET /api/books/closings',
  'GET /api/chain/cover',
  'GET /api/shifts/cover',
  'POST /api/books/export',
  'POST /api/match/ours',
  'POST /api/transactions/lines',
  'POST /api/transactions/totals',
];

onStores([POSTGRES], (kind) => {
  it('no other route and no loop reads more rows of PostgreSQL after a longer past', { timeout: 600_000 }, async () => {
    const found = await grown(kind);
    expect(found.filter((line) => !NOT_YET.some((name) => line.startsWith(`${name}:`)))).toEqual([]);
  });
});
