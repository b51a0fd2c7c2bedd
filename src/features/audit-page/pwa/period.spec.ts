import { expect, it } from 'vitest';
import { instantsOf } from './period.ts';

it('a period of the trail includes its last day completely, in the time zone of the shop', () => {
  expect(
    instantsOf({ first: '2026-11-20', last: '2026-11-21' }, { timeZone: 'Asia/Singapore', dayBegins: '00:00' }),
  ).toEqual({
    from: '2026-11-19T16:00:00.000Z',
    to: '2026-11-21T16:00:00.000Z',
  });
});
