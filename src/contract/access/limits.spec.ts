import { expect, it } from 'vitest';
import { brokenRelations, LIMITS } from './limits.ts';

it('keeps the relations between limits that the design relies on', () => {
  expect(brokenRelations()).toEqual([]);
});

it('names a relation that a changed limit breaks', () => {
  expect(brokenRelations({ ...LIMITS, settleSlowMs: 1 as 15_000 })).toEqual(['the fast rhythm is the faster one']);
});
