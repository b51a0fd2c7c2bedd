import { describe, expect, it } from 'vitest';
import { dayMonthYear, endOfShopDay, isoWithOffset, parseZonedTime, plainTime, transactionTime } from './formats.ts';

describe('times in the API', () => {
  const at = Date.parse('2031-02-28T15:59:59.987Z');

  it('have the format of their field', () => {
    expect(isoWithOffset(at)).toBe('2031-02-28T23:59:59+08:00');
    expect(plainTime(at)).toBe('2031-02-28 23:59:59');
    expect(dayMonthYear(at)).toBe('28 Feb 2031');
    expect(transactionTime(at)).toBe('2031-02-28T15:59:59.9');
  });

  it('use the date of the shop if the day differs from UTC', () => {
    expect(dayMonthYear(Date.parse('2031-02-28T16:00:00Z'))).toBe('01 Mar 2031');
  });

  it.each(['2031-02-28T00:00:00Z', '2031-02-28T08:00:00+08:00', '2031-02-27T16:30:00-07:30'])(
    'are read from %s',
    (text) => {
      expect(parseZonedTime(text)).toBe(Date.parse('2031-02-28T00:00:00Z'));
    },
  );

  it.each(['2031-02-28T00:00:00', '2031-02-28', '2031-02-28 00:00:00Z', 'today', '2031-19-28T00:00:00Z'])(
    'are not read from %s',
    (text) => {
      expect(parseZonedTime(text)).toBeNull();
    },
  );

  it('end a day with the last second of the shop', () => {
    const evening = Date.parse('2031-03-15T20:00:00+08:00');
    expect(isoWithOffset(endOfShopDay(evening, 0))).toBe('2031-03-15T23:59:59+08:00');
    expect(isoWithOffset(endOfShopDay(evening, -1))).toBe('2031-03-14T23:59:59+08:00');
  });
});
