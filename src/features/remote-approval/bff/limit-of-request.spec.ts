import { describe, expect, it } from 'vitest';
import type { ApprovableOperation } from '../../../contract/access/approval.ts';
import { limitOfRequest } from './limit-of-request.ts';

const set = {
  saleLimits: {
    typed: { above: 1_000, way: 'manager' },
    'voucher-day': { above: 9_000, way: 'manager' },
    order: { above: 5_000, way: 'manager' },
    vouchers: { above: 3, way: 'second-person' },
    'own-refund': { above: 100, way: 'second-person' },
    'closed-cards': { above: 0, way: 'manager' },
    reprint: { above: 1, way: 'manager' },
  },
  approvalAboveSum: 20_000,
  approvalAboveCards: 40,
} as const;

const tender = (entry: 'typed' | 'camera'): ApprovableOperation => ({
  kind: 'tender',
  tender: { code: '1234567890', amount: 2_000, currency: 'SGD', entry },
});
const issue = (quantity: number): ApprovableOperation => ({
  kind: 'issue',
  order: { productCode: 'GIFT', quantity, faceValue: 1_000 },
});
const cards: ApprovableOperation = { kind: 'activation', ranges: [{ start: '000101', end: '000110', count: 10 }] };
const refund: ApprovableOperation = {
  kind: 'refund',
  refund: { tenderId: crypto.randomUUID(), reason: 'Wrong amount' },
};
const reprint: ApprovableOperation = { kind: 'reprint', vouchers: 2 };
const usual = { worth: { amount: 2_000, currency: 'SGD' }, isOwn: false, isClosed: false };

describe('the limit behind an approval request', () => {
  it.each([
    ['a number typed by hand', tender('typed'), usual, 'typed'],
    ['the amount that a voucher paid that day, if the code was scanned', tender('camera'), usual, 'voucher-day'],
    ['the strictest of several limits', issue(6), { ...usual, worth: { amount: 6_000, currency: 'SGD' } }, 'vouchers'],
    ['the value issued within an hour', issue(2), usual, 'hour-sum'],
    ['a refund by the person who redeemed', refund, { ...usual, isOwn: true }, 'own-refund'],
    ['cards activated while the shop is closed', cards, { ...usual, worth: null, isClosed: true }, 'closed-cards'],
    ['cards activated within an hour', cards, { ...usual, worth: null }, 'hour-cards'],
    ['vouchers printed again', reprint, { ...usual, worth: null }, 'reprint'],
  ] as const)('is found for %s', (_, operation, circumstances, kind) => {
    expect(limitOfRequest(operation, circumstances, set)?.kind).toBe(kind);
  });

  it.each([
    ['a refund that needs a manager anyway', refund, usual],
    ['a sale whose value is unknown', issue(1), { ...usual, worth: null }],
  ] as const)('is not reported for %s', (_, operation, circumstances) => {
    expect(limitOfRequest(operation, circumstances, set)).toBeNull();
  });
});
