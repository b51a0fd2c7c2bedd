import { expect, it } from 'vitest';
import { startOfDay } from '../../contract/shop-day.ts';
import { unclosedDays, weekUntil } from './unclosed-days.ts';

const ZONE = { timeZone: 'Asia/Singapore', dayBegins: '00:00' };
const DATES = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
const scale = { unit: 'day' as const, starts: DATES.map((date) => startOfDay(date, ZONE)) };

it('days with trade that nobody closed are named, the latest first, and neither today nor quiet days', () => {
  const bars = [
    { currency: 'SGD', captured: [100, 0, 0, 500], refunded: [0, 0, 0, 0] },
    { currency: '', captured: [0, 1, 0, 0], refunded: [0, 0, 0, 0] },
  ];
  expect(unclosedDays({ scale, bars }, [], '2026-11-23', ZONE)).toEqual(['2026-11-21', '2026-11-20']);
  expect(unclosedDays({ scale, bars }, [{ date: '2026-11-21' }], '2026-11-23', ZONE)).toEqual(['2026-11-20']);
});

it('a day with nothing but a refund counts', () => {
  const bars = [{ currency: 'SGD', captured: [0, 0, 0, 0], refunded: [0, 0, 250, 0] }];
  expect(unclosedDays({ scale, bars }, [], '2026-11-23', ZONE)).toEqual(['2026-11-22']);
});

it('a week ends with today', () => {
  expect(weekUntil('2026-11-03')).toEqual({ first: '2026-10-28', last: '2026-11-03' });
});
