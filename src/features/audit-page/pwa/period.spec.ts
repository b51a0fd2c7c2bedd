import { describe, expect, it } from 'vitest';
import { datesOf, instantsOf } from './period.ts';

const SINGAPORE = { timeZone: 'Asia/Singapore', dayBegins: '00:00' };
/** 00:30 of 21 November in Singapore. */
const NOW = Date.parse('2026-11-20T16:30:00Z');

describe('a period of the trail', () => {
  it('is counted in the shop’s days, not in those of UTC', () => {
    expect(datesOf('today', NOW, SINGAPORE)).toEqual({ first: '2026-11-21', last: '2026-11-21' });
    expect(datesOf('yesterday', NOW, SINGAPORE)).toEqual({ first: '2026-11-20', last: '2026-11-20' });
    expect(datesOf('week', NOW, SINGAPORE)).toEqual({ first: '2026-11-15', last: '2026-11-21' });
    expect(datesOf('month', NOW, SINGAPORE)).toEqual({ first: '2026-10-22', last: '2026-11-21' });
    expect(datesOf('custom', NOW, SINGAPORE)).toBeNull();
  });

  it('still includes the evening before, until the next business day begins', () => {
    expect(datesOf('today', NOW, { ...SINGAPORE, dayBegins: '04:00' })).toEqual({
      first: '2026-11-20',
      last: '2026-11-20',
    });
  });

  it('includes its last day completely', () => {
    expect(instantsOf({ first: '2026-11-20', last: '2026-11-21' }, SINGAPORE)).toEqual({
      from: '2026-11-19T16:00:00.000Z',
      to: '2026-11-21T16:00:00.000Z',
    });
  });

  it.each([
    { first: '2026-11-21', last: '2026-11-20' },
    { first: '', last: '2026-11-20' },
    { first: '2026-02-30', last: '2026-11-20' },
  ])('is invalid from $first to $last', (dates) => {
    expect(instantsOf(dates, SINGAPORE)).toBeNull();
  });
});
