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
    ['Hangul filler', 'Mei\u3164'],
    ['text of only a filler', '\u115f\u1160'],
    ['Braille blank', 'Mei\u2800'],
    ['joiner that joins nothing', 'Mei\u034f'],
    ['variation selector', 'Mei\ufe0f'],
    ['character that reverses the text direction', 'Mei\u202e'],
    ['text of only combining marks', '\u0301\u0302'],
    ['pile of combining marks', `M${'\u0301'.repeat(12)}ei`],
    ['unassigned character', 'Mei\u0378'],
  ])('contains no %s', (_, name) => {
    expect(nameSchema.safeParse(name).success).toBe(false);
  });

  it('is normalized to composed letters and single spaces', () => {
    expect(nameSchema.parse(' Ana\u00a0\u3000Li\u0301 ')).toBe('Ana L\u00ed');
  });
});
