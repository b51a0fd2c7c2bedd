import { expect, it } from 'vitest';
import { onStores, POSTGRES } from '../databases/stores.ts';
import { grown } from './grown.ts';

onStores([POSTGRES], (kind) => {
  it('no route and no loop reads more PostgreSQL rows after a longer history', { timeout: 600_000 }, async () => {
    const nameOf = (line: string) => line.split(': ')[0];
    const first = new Set((await grown(kind)).map(nameOf));
    /* Its statistics are samples, so that a plan may differ by chance; what grows does so each time. */
    const again = first.size === 0 ? [] : await grown(kind);
    expect(again.filter((line) => first.has(nameOf(line)))).toEqual([]);
  });
});
