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
};

it('the shop’s latest rule is known before the server responds, and no other setting is stored', () => {
  expect(readLastRule()).toEqual(USUAL_RULE);
  saveRule({ ...SETTINGS, ...RULE });
  expect(readLastRule()).toEqual(RULE);
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
