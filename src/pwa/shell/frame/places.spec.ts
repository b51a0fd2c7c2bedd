import { describe, expect, it } from 'vitest';
import { places } from '../../words/places/en.ts';
import { homeOf, isFor, pageAt, placeName, placesOf, tillOf } from './places.ts';

const SHOP = { sells: true, practice: false };
const namesOf = (...asked: Parameters<typeof placesOf>) => placesOf(...asked).map(({ name }) => name);
const pagesOf = (name: string) => placesOf('manager', SHOP).find((place) => place.name === name)?.pages;

describe('the places of a role', () => {
  it('are the till, its sales and the own list for a cashier', () => {
    expect(namesOf('cashier', SHOP)).toEqual(['redeem', 'sell', 'transactions']);
  });

  it('are the cards and the own list for stock staff', () => {
    expect(namesOf('stock', SHOP)).toEqual(['activate', 'transactions']);
  });

  it('are five for a manager in addition to the till, and contain every page', () => {
    expect(namesOf('manager', SHOP)).toEqual(['redeem', 'today', 'money', 'cards', 'team', 'settings']);
    expect(pagesOf('money')).toEqual(['transactions', 'shifts', 'stories', 'statement', 'match', 'books']);
    expect(pagesOf('team')).toEqual(['people', 'tills', 'exceptions', 'audit']);
  });

  it('leave out selling where the shop does not sell, and have practice vouchers only while practising', () => {
    const unsold = { sells: false, practice: true };
    expect(namesOf('cashier', unsold)).toEqual(['redeem', 'transactions', 'practice']);
    expect(placesOf('manager', unsold).find(({ name }) => name === 'cards')?.pages).toEqual(['activate', 'holds']);
  });
});

it('the own list is called what it holds, in the navigation and on its page', () => {
  const names = (['cashier', 'stock', 'manager'] as const).map((role) => placeName('transactions', role, places));
  expect(names).toEqual(['My redemptions', 'My activations', 'Transactions']);
  expect(placeName('redeem', 'cashier', places)).toBe('Redeem');
});

describe('the page of a path', () => {
  it('is the one that navigation leads to, also for one thing of its list', () => {
    expect(pageAt('/shifts', 'manager')).toBe('shifts');
    expect(pageAt('/activate/a1', 'stock')).toBe('activate');
    expect(pageAt('/sell/i1', 'cashier')).toBe('sell');
  });

  it('is the root page of the role', () => {
    expect(pageAt('/', 'manager')).toBe('redeem');
    expect(pageAt('/', 'stock')).toBe('activate');
  });

  it('is nothing where there is no page', () => {
    expect(pageAt('/peopl', 'manager')).toBeNull();
    expect(pageAt('/sellers', 'manager')).toBeNull();
  });
});

it('a manager starts at the day, and other roles at their root page', () => {
  expect([homeOf('manager'), homeOf('cashier'), homeOf('stock')]).toEqual(['today', 'redeem', 'activate']);
  expect([isFor('cashier', 'today'), isFor('cashier', 'transactions'), isFor('cashier', 'practice')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([tillOf('manager'), tillOf('stock')]).toEqual(['redeem', 'activate']);
});
