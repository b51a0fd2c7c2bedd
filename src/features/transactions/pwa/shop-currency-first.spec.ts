import { expect, it } from 'vitest';
import { shopCurrencyFirst } from './shop-currency-first.ts';

it('the shop’s own currency comes first, and the others keep their order', () => {
  const sums = ['MYR', 'THB', 'SGD', 'USD'].map((currency) => ({ currency }));
  const namesOf = (own: string) => shopCurrencyFirst(sums, own).map(({ currency }) => currency);
  expect(namesOf('SGD')).toEqual(['SGD', 'MYR', 'THB', 'USD']);
  expect(namesOf('JPY')).toEqual(['MYR', 'THB', 'SGD', 'USD']);
});
