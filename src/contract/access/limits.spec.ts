import { expect, it } from 'vitest';
import { brokenRelations, LIMITS } from './limits.ts';

it('the limits keep the relations that the design relies on', () => {
  expect(brokenRelations()).toEqual([]);
});

it('a relation broken by a changed limit is reported', () => {
  expect(brokenRelations({ ...LIMITS, settleSlowMs: 1 as 15_000 })).toEqual(['the fast rhythm is the faster one']);
});
