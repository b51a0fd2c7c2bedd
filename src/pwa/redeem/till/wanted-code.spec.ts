import { expect, it } from 'vitest';
import { type TillRule, USUAL_RULE } from '../../../contract/access/till-rule.ts';
import { isWantedAtTill } from './wanted-code.ts';

const rule: TillRule = { ...USUAL_RULE, numberShapes: { shapes: ['GC########'], checkDigit: 'none' } };

it('the camera reports only voucher numbers of the shop’s shapes, links, and what the till explains', () => {
  expect(isWantedAtTill(rule, 'GC12345678')).toBe(true);
  expect(isWantedAtTill(rule, 'https://shop.example/v/0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(true);
  expect(isWantedAtTill(rule, 'https://shop.example')).toBe(true);
  expect(isWantedAtTill(rule, '5901234123457')).toBe(false);
});

it('receipt numbers are reported, whatever vouchers look like', () => {
  expect(isWantedAtTill({ ...rule, receiptUse: 'offered', receiptShape: 'R-####' }, 'R-1234')).toBe(true);
  expect(isWantedAtTill({ ...rule, receiptShape: 'R-####' }, 'R-1234')).toBe(false);
});

it('every code is reported until a manager states the shapes', () => {
  expect(isWantedAtTill(USUAL_RULE, '5901234123457')).toBe(true);
});
