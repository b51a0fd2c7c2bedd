import { expect, it } from 'vitest';
import type { PayLink } from '../../contract/register.ts';
import { entryOf } from '../redeem/entry.ts';
import { emptySale, type Sale } from '../redeem/sale.ts';
import { heldOf } from './keep-sale.ts';

const ORIGIN = 'https://register.example';
const LINK: PayLink = { amount: 2340, currency: 'SGD', reference: 'R-1029', returnUrl: `${ORIGIN}/back`, state: 'a' };
const held = (changes: Partial<Sale>): Sale => ({
  ...{ ...emptySale('held', 'SGD'), due: entryOf(2340), receiptNo: 'R-1029', register: { name: 'Front', origin: ORIGIN } },
  ...changes,
});

it('a link that a device holds a sale of is opened under the id of that sale', () => {
  expect(heldOf(LINK, [held({ id: 'other', receiptNo: 'R-1030' }), held({})])).toBe('held');
});

it.each<[string, Partial<Sale>]>([
  ['of another amount', { due: entryOf(100) }],
  ['of another currency', { currency: 'USD' }],
  ['of another number', { receiptNo: 'R-1030' }],
  ['of another register', { register: { name: 'Front', origin: 'https://other.example' } }],
  ['of the till itself', { register: null }],
])('a sale %s is another sale', (_, changes) => {
  expect(heldOf(LINK, [held(changes)])).toBeNull();
});
