import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';
import {
  currencyCode,
  decimal,
  flag,
  idText,
  integer,
  label,
  midText,
  minorUnits,
  oneLine,
  toVoucherValue,
} from './scalars.ts';

describe('JSON from the issuer', () => {
  it('preserves long integers as text, and leaves digits in strings unchanged', () => {
    const text =
      '{"id": 1234567890123456789012345678901234567, "s": "at 1234567890123456789 \\" 99999999999999999", "n": -42, "f": 1.5}';
    expect(parseJson(text)).toEqual({
      id: '1234567890123456789012345678901234567',
      s: 'at 1234567890123456789 " 99999999999999999',
      n: -42,
      f: 1.5,
    });
  });

  it.each(['', '{', '<html>', '{"a":01}', '{"a":1}}', '[1,]'])('is undefined for %j', (text) =>
    expect(parseJson(text)).toBeUndefined(),
  );

  it('is otherwise read like any JSON', () => {
    const short = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(short, (value) => {
        expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('withstands an answer of one huge string or with endless nesting', () => {
    expect(parseJson(`"${'x'.repeat(4_000_000)}"`)).toHaveLength(4_000_000);
    expect(parseJson('['.repeat(1_000_000))).toBeUndefined();
    expect(parseJson(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)).toHaveLength(1);
    expect(parseJson('{"a":'.repeat(500_000))).toBeUndefined();
  });

  it.each([100_000, 1_000_000])(
    'stops being parsed at once on %d bytes of an unterminated string',
    (bytes) => {
      expect(parseJson(`"${'\\"'.repeat(bytes / 2)}`)).toBeUndefined();
      const cutOff = JSON.stringify(JSON.stringify({ meta: { status: 'failed' }, text: '"'.repeat(bytes / 4) })).slice(
        0,
        -2,
      );
      expect(parseJson(cutOff)).toBeUndefined();
      expect(parseJson(`[1234567890123456,"${'\\"'.repeat(bytes / 2)}"]`)).toEqual([
        '1234567890123456',
        '"'.repeat(bytes / 2),
      ]);
    },
    60_000,
  );
});

describe('fields from the issuer', () => {
  it.each([
    ['0012', '0012'],
    [12, '12'],
    [' 12 ', '12'],
    ['', null],
    ['a b', null],
    ['a\r\nb', null],
    [2 ** 60, null],
    [1.5, null],
    [null, null],
    [{}, null],
    ['x'.repeat(129), null],
  ])('read %j as the id %j', (value, expected) => expect(idText.parse(value)).toBe(expected));

  it.each([
    [42, '000000000000042'],
    ['000000000000042', '000000000000042'],
    [null, null],
  ])('restore the leading zeros of the mid %j', (value, expected) => expect(midText.parse(value)).toBe(expected));

  it.each([
    [1000, 1000],
    ['1000', 1000],
    [1000.0, 1000],
    [10.5, null],
    ['10.5', null],
    ['1e3', null],
    [Number.MAX_SAFE_INTEGER + 1, null],
    [true, null],
    [[], null],
    [undefined, null],
  ])('read %j as the integer %j', (value, expected) => expect(integer.parse(value)).toBe(expected));

  it('read decimals, flags, currencies and labels leniently', () => {
    expect([decimal.parse('23.40'), decimal.parse(23.4), decimal.parse('x')]).toEqual([23.4, 23.4, null]);
    expect([flag.parse(true), flag.parse('false'), flag.parse('constructor'), flag.parse(undefined)]).toEqual([
      true,
      false,
      null,
      null,
    ]);
    expect([currencyCode.parse('sgd'), currencyCode.parse(''), currencyCode.parse(null)]).toEqual(['SGD', null, null]);
    expect([label.parse(' a\u0000\n b '), label.parse(7), label.parse(''), label.parse([])]).toEqual([
      'a b',
      '7',
      null,
      null,
    ]);
  });

  it('are shortened to one safe line for a screen', () => {
    expect(oneLine(`a\u202Eb${'c'.repeat(500)}`, 10)).toBe('a bccccccc');
  });

  it('accept only possible voucher values', () => {
    expect(toVoucherValue('money', 1000, 'SGD')).toEqual({ amount: 1000, currency: 'SGD' });
    expect(toVoucherValue('items', 3, null)).toEqual({ items: 3 });
    expect([
      toVoucherValue('money', -1, 'SGD'),
      toVoucherValue('money', 1, null),
      toVoucherValue('money', null, 'SGD'),
      toVoucherValue('items', 1e9, null),
    ]).toEqual([null, null, null, null]);
  });

  it('convert major units to minor units exactly or not at all', () => {
    expect([minorUnits(23.4, 2), minorUnits(0.29, 2), minorUnits(1.005, 2), minorUnits(500, 0)]).toEqual([
      2340,
      29,
      null,
      500,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (minor) => {
        expect(minorUnits(minor / 100, 2)).toBe(minor);
      }),
    );
  });
});
