import { expect, it } from 'vitest';
import { ownFirst } from './own-first.ts';

it('the shop’s own currency leads, whatever was taken most often, and the others keep their order', () => {
  const sums = ['MYR', 'THB', 'SGD', 'USD'].map((currency) => ({ currency }));
  const namesOf = (own: string) => ownFirst(sums, own).map(({ currency }) => currency);
  expect(namesOf('SGD')).toEqual(['SGD', 'MYR', 'THB', 'USD']);
  expect(namesOf('JPY')).toEqual(['MYR', 'THB', 'SGD', 'USD']);
});
