import { expect, it } from 'vitest';
import type { ProductView } from '../contract/issue.ts';
import { searchProducts } from './catalogue-search.ts';

const product = (code: string, name: string, description: string | null = null): ProductView => {
  return { code, name, description, openValue: false, worth: null, singleUse: null, terms: null };
};
const ALL = [
  product('A10', '$10 Voucher', 'Any shop'),
  product('A50', '$50 Voucher'),
  product('C4', 'Four Cafés', 'One at a time'),
];
const found = (typed: string) => searchProducts(ALL, typed).map(({ code }) => code);

it('the search finds everything until something is typed', () => {
  expect(found('')).toEqual(['A10', 'A50', 'C4']);
  expect(found('  ')).toEqual(['A10', 'A50', 'C4']);
});

it('the search finds words in the name, the description and the code, in any order, case and accent', () => {
  expect(found('voucher $10')).toEqual(['A10']);
  expect(found('CAFES')).toEqual(['C4']);
  expect(found('any shop')).toEqual(['A10']);
  expect(found('a50')).toEqual(['A50']);
  expect(found('shop cafés')).toEqual([]);
});
