import { expect, it } from 'vitest';
import { SQLITE } from '../databases/stores.ts';
import { grown } from './grown.ts';
import { unlistedLoops } from './loops.ts';

it('every loop in the background is measured', () => {
  expect(unlistedLoops()).toEqual([]);
});

it('no route and no loop takes more SQLite steps after a longer history', { timeout: 300_000 }, async () => {
  expect(await grown(SQLITE)).toEqual([]);
});
