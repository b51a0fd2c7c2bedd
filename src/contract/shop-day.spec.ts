import { describe, expect, it } from 'vitest';
import { addDays, dayPeriod, isDate, shopDate, startOfDay } from './shop-day.ts';

const HOUR_MS = 3_600_000;
const hoursOf = (date: string, zone: string) => {
  const { from, to } = dayPeriod(date, zone);
  return (to + 1 - from) / HOUR_MS;
};

describe('a day of the shop', () => {
  it('begins at its own midnight, wherever the server is', () => {
    expect(new Date(startOfDay('2026-11-21', 'Asia/Singapore')).toISOString()).toBe('2026-11-20T16:00:00.000Z');
    expect(new Date(startOfDay('2026-11-21', 'America/New_York')).toISOString()).toBe('2026-11-21T05:00:00.000Z');
    expect(shopDate(Date.parse('2026-11-20T16:00:00Z'), 'Asia/Singapore')).toBe('2026-11-21');
    expect(shopDate(Date.parse('2026-11-20T15:59:59Z'), 'Asia/Singapore')).toBe('2026-11-20');
  });

  it('is shorter or longer where clocks change, and begins after a gap at midnight', () => {
    expect(hoursOf('2026-03-29', 'Europe/Paris')).toBe(23);
    expect(hoursOf('2026-10-25', 'Europe/Paris')).toBe(25);
    expect(hoursOf('2018-11-04', 'America/Sao_Paulo')).toBe(23);
    expect(shopDate(startOfDay('2018-11-04', 'America/Sao_Paulo'), 'America/Sao_Paulo')).toBe('2018-11-04');
    expect(shopDate(startOfDay('2018-11-04', 'America/Sao_Paulo') - 1, 'America/Sao_Paulo')).toBe('2018-11-03');
  });

  it('follows another, over months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect([isDate('2026-02-28'), isDate('2026-02-29'), isDate('2026-13-01')]).toEqual([true, false, false]);
  });
});
