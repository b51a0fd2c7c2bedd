import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpiry, parseUtc, searchTime } from './times.ts';

const at = (text: string, zone = 'Asia/Singapore') => {
  const expiry = parseExpiry(text, zone);
  return expiry === null ? null : new Date(expiry.at).toISOString();
};

describe('an expiry', () => {
  it.each([
    ['2031-02-28T23:59:59+08:00', '2031-02-28T15:59:59.000Z'],
    ['2031-02-28T23:59:59Z', '2031-02-28T23:59:59.000Z'],
    ['2031-02-28T23:59:59.75-0330', '2031-03-01T03:29:59.750Z'],
    ['2031-02-28 23:59:59', '2031-02-28T15:59:59.000Z'],
    ['2031-02-28T23:59:59', '2031-02-28T15:59:59.000Z'],
    ['2031-02-28', '2031-02-28T15:59:59.999Z'],
    ['28 Feb 2031', '2031-02-28T15:59:59.999Z'],
    ['1 MAR 2031', '2031-03-01T15:59:59.999Z'],
    ['03 September 2031', '2031-09-03T15:59:59.999Z'],
    ['29 Feb 2032', '2032-02-29T15:59:59.999Z'],
  ])('%s is %s for a shop in Singapore', (text, expected) => expect(at(text)).toBe(expected));

  it.each([
    '',
    'soon',
    '31 Feb 2031',
    '29 Feb 2031',
    '00 Jan 2031',
    '12 Foo 2031',
    '2031-13-01',
    '2031-02-28T25:00:00Z',
    '2031-02-28 23:61:00',
    '20310228',
    '28/02/2031',
  ])('%j is not a valid date', (text) => expect(at(text)).toBeNull());

  it('follows a change of clocks', () => {
    expect(at('2030-03-31 00:30:00', 'Europe/Paris')).toBe('2030-03-30T23:30:00.000Z');
    expect(at('2030-03-31 12:00:00', 'Europe/Paris')).toBe('2030-03-31T10:00:00.000Z');
    expect(at('31 Mar 2030', 'Europe/Paris')).toBe('2030-03-31T21:59:59.999Z');
  });

  it('without a zone counts as past twelve hours after UTC', () => {
    expect(parseExpiry('2031-02-28 23:59:59', 'Asia/Singapore')?.latestAt).toBe(Date.UTC(2031, 2, 1, 11, 59, 59));
    expect(parseExpiry('2031-02-28T23:59:59Z', 'Asia/Singapore')?.latestAt).toBe(Date.UTC(2031, 1, 28, 23, 59, 59));
  });

  it('survives a round trip from any time in the shop’s zone', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Singapore',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) }), (ms) => {
        const second = Math.floor(ms / 1000) * 1000;
        expect(parseExpiry(format.format(second), 'Asia/Singapore')?.at).toBe(second);
      }),
    );
  });
});

describe('a time in the search', () => {
  it.each([
    ['2030-01-15T09:00:00.5', '2030-01-15T09:00:00.500Z'],
    ['2030-01-15T09:00:00', '2030-01-15T09:00:00.000Z'],
    ['2030-01-15T09:00:00.1234567', '2030-01-15T09:00:00.123Z'],
    ['2030-01-15T17:00:00+08:00', '2030-01-15T09:00:00.000Z'],
  ])('%s is UTC without a zone', (text, expected) =>
    expect(new Date(parseUtc(text) ?? 0).toISOString()).toBe(expected),
  );

  it('is null if it is missing or invalid', () => expect(parseUtc('yesterday')).toBeNull());

  it('is rounded to whole seconds without narrowing the period', () => {
    const ms = Date.UTC(2030, 0, 15, 9, 0, 0, 1);
    expect([searchTime(ms, 'down'), searchTime(ms, 'up')]).toEqual(['2030-01-15T09:00:00Z', '2030-01-15T09:00:01Z']);
  });
});
