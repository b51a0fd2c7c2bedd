import { describe, expect, it } from 'vitest';
import { isTrivialPin, mayActAs, pinSchema } from './people.ts';

describe('a PIN', () => {
  it.each(['000000', '123456', '654321', '890123', '123123', '121212', '111222'])('%s is too easy to guess', (pin) => {
    expect(isTrivialPin(pin)).toBe(true);
  });

  it.each(['482915', '730264', '159357', '246813'])('%s will do', (pin) => {
    expect(isTrivialPin(pin)).toBe(false);
  });

  it.each(['12345', '1234567', '12345a', ' 123456', '１２３４５６'])('%j is not six digits', (pin) => {
    expect(pinSchema.safeParse(pin).success).toBe(false);
  });
});

it('lets a manager do what everybody else may, and nobody else more than their own', () => {
  expect([mayActAs('manager', 'cashier'), mayActAs('manager', 'stock'), mayActAs('cashier', 'cashier')]).toEqual([true, true, true]);
  expect([mayActAs('cashier', 'stock'), mayActAs('stock', 'cashier'), mayActAs('stock', 'manager')]).toEqual([false, false, false]);
});
