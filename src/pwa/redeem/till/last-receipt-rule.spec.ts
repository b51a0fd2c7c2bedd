import { afterEach, expect, it, vi } from 'vitest';
import { NO_RECEIPTS } from '../../../contract/sale-facts.ts';
import { SETTINGS } from '../../testing/examples.ts';
import { keepReceiptRule, lastReceiptRule } from './last-receipt-rule.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('what was heard last of receipt numbers is known before the server says it again', () => {
  expect(lastReceiptRule()).toEqual(NO_RECEIPTS);
  keepReceiptRule({ ...SETTINGS, receiptUse: 'required', receiptShape: 'R-####' });
  expect(lastReceiptRule()).toEqual({ receiptUse: 'required', receiptShape: 'R-####' });
});

it('where nothing can be kept, or what was kept makes no sense, there are none', () => {
  localStorage.setItem('tillside.receipts', '{"receiptUse":"perhaps"}');
  expect(lastReceiptRule()).toEqual(NO_RECEIPTS);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  keepReceiptRule({ receiptUse: 'offered', receiptShape: '' });
  expect(lastReceiptRule()).toEqual(NO_RECEIPTS);
});
