import { expect, it } from 'vitest';
import { onStores, POSTGRES } from '../databases/stores.ts';
import { grown } from './grown.ts';

onStores([POSTGRES], (kind) => {
  it('no route and no loop reads more rows of PostgreSQL after a longer past', { timeout: 600_000 }, async () => {
    expect(await grown(kind)).toEqual([]);
  });
});
