import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../contract/platform/languages.ts';
import { clockText, createFormat, dateLocaleOf } from './format.ts';

const OPTIONS = { timeZone: 'Asia/Singapore', items: (count: number) => `${count} items`, justNow: 'just now' };
const formatOf = (locale: string) => createFormat({ ...OPTIONS, locale });
const en = formatOf('en');
const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ');
const NOW = Date.parse('2026-11-21T09:00:00Z');

describe('money', () => {
  it('is written from minor units, with the decimals of its currency', () => {
    expect(plain(en.money({ amount: 8_000, currency: 'SGD' }))).toBe('SGD 80.00');
    expect(plain(en.money({ amount: 5, currency: 'SGD' }))).toBe('SGD 0.05');
    expect(plain(en.money({ amount: 1_234, currency: 'JPY' }))).toBe('JPY 1,234');
    expect(plain(en.money({ amount: 1_234, currency: 'KWD' }))).toBe('KWD 1.234');
  });

  it('has the decimals of ISO 4217, whatever the engine has', () => {
    expect(plain(en.money({ amount: 12_345, currency: 'IDR' }))).toBe('IDR 123.45');
    expect(plain(en.money({ amount: 12_345, currency: 'IQD' }))).toBe('IQD 12.345');
    expect(en.moneyParts({ amount: 12_300, currency: 'HUF' })).toEqual({
      sign: 'HUF',
      number: '123.00',
      signFirst: true,
    });
  });

  it('has the decimal point of Intl in every language', () => {
    for (const { tag } of Object.values(LANGUAGES))
      expect(new Intl.NumberFormat(tag).format(0.5)).toContain(formatOf(tag).point);
  });

  it('keeps every cent of the largest amount', () => {
    expect(plain(en.money({ amount: 999_999_999, currency: 'SGD' }))).toBe('SGD 9,999,999.99');
  });

  it('is split into sign and number, in the order of the language', () => {
    expect(en.moneyParts({ amount: 8_000, currency: 'SGD' })).toEqual({
      sign: 'SGD',
      number: '80.00',
      signFirst: true,
    });
    expect(formatOf('fr').moneyParts({ amount: 8_000, currency: 'SGD' })).toEqual({
      sign: 'SGD',
      number: '80,00',
      signFirst: false,
    });
  });

  it('is distinguished from items', () => {
    expect(en.value({ items: 3 })).toBe('3 items');
  });

  it.each(Object.values(LANGUAGES))('uses Latin digits in $name', ({ tag }) => {
    expect(formatOf(tag).money({ amount: 1_234_500, currency: 'SGD' })).toMatch(/12.?345[.,]00/);
  });
});

describe('time', () => {
  it('in the future is shown in the largest unit that is at least two', () => {
    expect(en.until('2027-08-25T09:00:00Z', NOW)).toBe('in 9 months');
    expect(en.until('2026-11-22T08:00:00Z', NOW)).toBe('in 23 hours');
    expect(en.until('2026-11-21T09:00:30Z', NOW)).toBe('in 30 seconds');
  });

  it.each([
    ['2026-11-21T09:00:28Z', 'just now'],
    ['2026-11-21T08:59:01Z', 'just now'],
    ['2026-11-21T08:59:00Z', '1 minute ago'],
    ['2026-11-21T08:58:09Z', '1 minute ago'],
    ['2026-11-21T08:01:00Z', '59 minutes ago'],
    ['2026-11-21T07:31:00Z', '1 hour ago'],
    ['2026-11-19T08:00:00Z', '2 days ago'],
  ])('in the past is written in everyday terms, and never as the future: %s', (iso, said) =>
    expect(en.ago(iso, NOW)).toBe(said),
  );

  it('is shown in the shop’s time zone, wherever the device is', () => {
    expect(plain(en.time('2026-11-21T09:05:00Z'))).toBe('5:05 PM');
    expect(en.dateTime('2026-11-21T20:00:00Z')).toContain('22');
  });

  it('to wait is rounded up', () => {
    expect(en.wait(1_200)).toBe('2 seconds');
    expect(en.wait(240_500)).toBe('5 minutes');
  });

  it('left is shown as minutes and seconds', () => {
    expect([0, 7_900, 61_000, 750_000, -5].map(clockText)).toEqual(['0:00', '0:07', '1:01', '12:30', '0:00']);
  });
});

describe('dates', () => {
  const AT = '2026-11-25T23:10:00Z';
  const dateIn = (tag: string, currency: string) =>
    plain(createFormat({ ...OPTIONS, locale: tag, dateLocale: dateLocaleOf(tag, currency) }).dateTime(AT));

  it('use the format of the shop’s region, which follows from its currency', () => {
    expect(dateIn('en', 'SGD')).toBe('26 Nov 2026, 07:10');
    expect(dateIn('en', 'EUR')).toBe('26 Nov 2026, 07:10');
    expect(dateIn('en', 'XOF')).toBe('26 Nov 2026, 07:10');
    expect(dateIn('en', 'USD')).toBe('Nov 26, 2026, 7:10 AM');
  });

  it('also depend on the language', () => {
    expect(dateIn('fr', 'SGD')).toBe('26 nov. 2026, 07:10');
    expect(dateIn('zh-Hans', 'SGD')).toBe('2026年11月26日 07:10');
  });
});
