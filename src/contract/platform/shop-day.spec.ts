import { describe, expect, it } from 'vitest';
import { addDays, type DayTerms, dayPeriod, isDate, shopDate, startOfDay } from './shop-day.ts';

const HOUR_MS = 3_600_000;
const inZone = (timeZone: string, dayBegins = '00:00'): DayTerms => ({ timeZone, dayBegins });
const hoursOf = (date: string, days: DayTerms) => {
  const { from, to } = dayPeriod(date, days);
  return (to + 1 - from) / HOUR_MS;
};
const beginning = (date: string, days: DayTerms) => new Date(startOfDay(date, days)).toISOString();
const dateAt = (time: string, days: DayTerms) => shopDate(Date.parse(time), days);

describe('a day of the shop', () => {
  it('begins at the shop’s midnight, wherever the server is', () => {
    expect(beginning('2026-11-21', inZone('Asia/Singapore'))).toBe('2026-11-20T16:00:00.000Z');
    expect(beginning('2026-11-21', inZone('America/New_York'))).toBe('2026-11-21T05:00:00.000Z');
    expect(dateAt('2026-11-20T16:00:00Z', inZone('Asia/Singapore'))).toBe('2026-11-21');
    expect(dateAt('2026-11-20T15:59:59Z', inZone('Asia/Singapore'))).toBe('2026-11-20');
  });

  it('lasts until the next day begins', () => {
    const bar = inZone('Asia/Singapore', '04:00');
    expect(beginning('2026-11-21', bar)).toBe('2026-11-20T20:00:00.000Z');
    expect(dateAt('2026-11-20T16:05:00Z', bar)).toBe('2026-11-20');
    expect(dateAt('2026-11-20T19:59:59.999Z', bar)).toBe('2026-11-20');
    expect(dateAt('2026-11-20T20:00:00Z', bar)).toBe('2026-11-21');
  });

  it('is shorter or longer if clocks change, and begins after a gap at midnight', () => {
    expect(hoursOf('2026-03-29', inZone('Europe/Paris'))).toBe(23);
    expect(hoursOf('2026-10-25', inZone('Europe/Paris'))).toBe(25);
    const saoPaulo = inZone('America/Sao_Paulo');
    expect(hoursOf('2018-11-04', saoPaulo)).toBe(23);
    expect(shopDate(startOfDay('2018-11-04', saoPaulo), saoPaulo)).toBe('2018-11-04');
    expect(shopDate(startOfDay('2018-11-04', saoPaulo) - 1, saoPaulo)).toBe('2018-11-03');
  });

  it('includes an hour that clocks skip or repeat, if it began before', () => {
    const bar = inZone('Europe/Paris', '04:00');
    expect([hoursOf('2026-03-28', bar), hoursOf('2026-03-29', bar)]).toEqual([23, 24]);
    expect([hoursOf('2026-10-24', bar), hoursOf('2026-10-25', bar)]).toEqual([25, 24]);
  });

  it('begins after the gap if clocks skip its beginning', () => {
    const bar = inZone('Europe/Paris', '02:30');
    expect(beginning('2026-03-29', bar)).toBe('2026-03-29T01:00:00.000Z');
    expect(dateAt('2026-03-29T00:59:59.999Z', bar)).toBe('2026-03-28');
    expect(dateAt('2026-03-29T01:00:00Z', bar)).toBe('2026-03-29');
    expect([hoursOf('2026-03-28', bar), hoursOf('2026-03-29', bar)]).toEqual([23.5, 23.5]);
  });

  it('begins once if clocks repeat its beginning', () => {
    const bar = inZone('Europe/Paris', '02:30');
    expect(beginning('2026-10-25', bar)).toBe('2026-10-25T00:30:00.000Z');
    /* 02:10 is shown before the day begins, and once more within it. */
    expect(dateAt('2026-10-25T00:10:00Z', bar)).toBe('2026-10-24');
    expect(dateAt('2026-10-25T01:10:00Z', bar)).toBe('2026-10-25');
    expect([hoursOf('2026-10-24', bar), hoursOf('2026-10-25', bar)]).toEqual([24, 25]);
  });

  it.each([
    'Europe/Paris',
    'America/New_York',
    'America/Sao_Paulo',
    'America/Havana',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ])('follows the previous day without a gap in %s, whenever it begins', (timeZone) => {
    for (const dayBegins of ['00:00', '01:30', '02:00', '02:30', '06:00'])
      for (let date = '2011-01-01'; date < '2012-01-01'; date = addDays(date, 1)) {
        const days = { timeZone, dayBegins };
        const { from, to } = dayPeriod(date, days);
        const wanted = to > from ? [date, date] : [];
        expect([from, to].slice(0, wanted.length).map((ms) => shopDate(ms, days))).toEqual(wanted);
      }
  });

  it('begins when the previous one ends, over months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect([isDate('2026-02-28'), isDate('2026-02-29'), isDate('2026-13-01')]).toEqual([true, false, false]);
  });
});
