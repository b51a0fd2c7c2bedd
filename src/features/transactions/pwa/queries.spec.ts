import { expect, it } from 'vitest';
import type { Coverage } from '../contract/transaction-list.ts';
import { pollAfterMs } from './queries.ts';
import { exampleTotals } from './testing/example-lines.ts';

const PERIOD = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T15:59:59.999Z' };
const during = Date.parse('2026-11-21T07:00:00Z');
const after = Date.parse('2026-11-22T07:00:00Z');
const READ: Coverage = { share: 1, gaps: [], keptFrom: null, until: '2026-11-22T06:59:00Z', isAway: false };
const again = (coverage: Coverage | null, now: number) => pollAfterMs(exampleTotals([], { coverage }), PERIOD, now);

it('totals are refreshed while they may change: often during reading, never for a complete past period', () => {
  expect(again(READ, during)).toBe(5_000);
  expect(again({ ...READ, gaps: [{ from: PERIOD.from, to: PERIOD.to }] }, after)).toBe(2_000);
  expect(again(READ, after)).toBe(false);
  expect(again({ ...READ, until: '2026-11-21T12:00:00Z' }, after)).toBe(5_000);
  expect(again({ ...READ, until: null }, after)).toBe(5_000);
  expect(again(null, during)).toBe(5_000);
  expect(again(null, after)).toBe(false);
  expect(pollAfterMs(undefined, PERIOD, during)).toBe(5_000);
});
