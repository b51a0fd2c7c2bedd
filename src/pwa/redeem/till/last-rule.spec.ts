import { afterEach, expect, it, vi } from 'vitest';
import { type TillRule, USUAL_RULE } from '../../../contract/access/till-rule.ts';
import { SETTINGS } from '../../testing/examples.ts';
import { readLastRule, saveRule } from './last-rule.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const RULE: TillRule = {
  receiptUse: 'required',
  receiptShape: 'R-####',
  typedAmounts: 'cents',
  askAboveDue: 50_000,
  emptyVouchers: 'keep',
  numberShapes: { shapes: ['GC########'], checkDigit: 'none' },
};

it('the shop’s latest rule is known before the server responds, and no other setting is stored', () => {
  expect(readLastRule()).toEqual(USUAL_RULE);
  saveRule({ ...SETTINGS, ...RULE });
  expect(readLastRule()).toEqual(RULE);
});

it('an earlier version’s rule is used without shapes of voucher numbers', () => {
  const { numberShapes: _, ...earlier } = RULE;
  localStorage.setItem('tillside.rule', JSON.stringify(earlier));
  expect(readLastRule()).toEqual({ ...earlier, numberShapes: USUAL_RULE.numberShapes });
});

it('the default rule applies if storage is unavailable or its content is invalid', () => {
  localStorage.setItem('tillside.rule', '{"receiptUse":"perhaps"}');
  expect(readLastRule()).toEqual(USUAL_RULE);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  saveRule(RULE);
  expect(readLastRule()).toEqual(USUAL_RULE);
});
