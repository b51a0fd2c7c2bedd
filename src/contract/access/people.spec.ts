import { describe, expect, it } from 'vitest';
import { isTrivialPin, mayActAs, nameSchema, pinSchema } from './people.ts';

describe('a PIN', () => {
  it.each(['000000', '123456', '654321', '890123', '123123', '121212', '111222'])('%s is too easy to guess', (pin) => {
    expect(isTrivialPin(pin)).toBe(true);
  });

  it.each(['482915', '730264', '159357', '246813'])('%s is accepted', (pin) => {
    expect(isTrivialPin(pin)).toBe(false);
  });

  it.each(['12345', '1234567', '12345a', ' 123456', '１２３４５６'])('%j is not six digits', (pin) => {
    expect(pinSchema.safeParse(pin).success).toBe(false);
  });
});

it('a manager may do what every role may, and other roles only their own actions', () => {
  expect([mayActAs('manager', 'cashier'), mayActAs('manager', 'stock'), mayActAs('cashier', 'cashier')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([mayActAs('cashier', 'stock'), mayActAs('stock', 'cashier'), mayActAs('stock', 'manager')]).toEqual([
    false,
    false,
    false,
  ]);
});

describe('a name', () => {
  it.each(['Mei', 'Ana Lim', 'Nguyễn Thị Ngọc', '李小龙', 'மேகலா', 'ประภัสสร', "O'Brien-Smith (2)", 'Till 1', 'Café ★'])(
    'may be %s',
    (name) => {
      expect(nameSchema.parse(name)).toBe(name);
    },
  );

  it.each([
    ['a filler of Hangul', 'Mei\u3164'],
    ['nothing but a filler', '\u115f\u1160'],
    ['a blank of Braille', 'Mei\u2800'],
    ['a joiner that joins nothing', 'Mei\u034f'],
    ['a selector of a variant', 'Mei\ufe0f'],
    ['what turns the rest around', 'Mei\u202e'],
    ['marks alone', '\u0301\u0302'],
    ['a pile of marks', `M${'\u0301'.repeat(12)}ei`],
    ['what nobody has assigned', 'Mei\u0378'],
  ])('contains no %s', (_, name) => {
    expect(nameSchema.safeParse(name).success).toBe(false);
  });

  it('is normalized to composed letters and single spaces', () => {
    expect(nameSchema.parse(' Ana\u00a0\u3000Li\u0301 ')).toBe('Ana L\u00ed');
  });
});
