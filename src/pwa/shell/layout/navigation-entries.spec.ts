import { describe, expect, it } from 'vitest';
import { places } from '../../words/places/en.ts';
import {
  entryName,
  homeOf,
  mayOpenPage,
  mayOpenPath,
  navigationEntries,
  pageAt,
  rootPageOf,
  tabsOf,
} from './navigation-entries.ts';

const SHOP = { sells: true, practice: false };
const namesOf = (...asked: Parameters<typeof navigationEntries>) => navigationEntries(...asked).map(({ name }) => name);
const pagesOf = (name: string) => navigationEntries('manager', SHOP).find((place) => place.name === name)?.pages;

describe('the navigation entries of a role', () => {
  it('are the till, its sales and the person’s own list for a cashier', () => {
    expect(namesOf('cashier', SHOP)).toEqual(['redeem', 'sell', 'transactions']);
  });

  it('are the cards and the person’s own list for stock staff', () => {
    expect(namesOf('stock', SHOP)).toEqual(['activate', 'rackCount', 'transactions']);
  });

  it('are five for a manager in addition to the till, and contain every page', () => {
    expect(namesOf('manager', SHOP)).toEqual(['redeem', 'today', 'money', 'cards', 'team', 'settings']);
    expect(pagesOf('team')).toEqual(['people', 'tills', 'exceptions', 'audit']);
  });

  it('list all shops first for head office, and last for a manager of several', () => {
    const office = navigationEntries('manager', { ...SHOP, visit: { office: true } });
    expect(office[0]?.pages).toEqual(['shops', 'allDevices', 'allClosings', 'allStatements', 'allExceptions']);
    const several = navigationEntries('manager', { ...SHOP, managesSeveral: true });
    expect(several.at(-1)).toEqual({ name: 'shops', pages: ['allClosings', 'allStatements', 'allExceptions'] });
  });

  it('include three tabs about money, with the pages of each as its sections', () => {
    const money = navigationEntries('manager', SHOP).find(({ name }) => name === 'money');
    expect(money && tabsOf(money)).toEqual([
      { name: 'transactions', pages: ['transactions', 'stories'] },
      { name: 'closings', pages: ['shifts', 'days'] },
      { name: 'accounting', pages: ['statement', 'match', 'books'] },
    ]);
  });

  it('exclude selling if the shop does not sell, and include training vouchers in training mode only', () => {
    const unsold = { sells: false, practice: true };
    expect(namesOf('cashier', unsold)).toEqual(['redeem', 'transactions', 'practice']);
    expect(navigationEntries('manager', unsold).find(({ name }) => name === 'cards')?.pages).toEqual([
      'activate',
      'rackCount',
      'holds',
    ]);
  });
});

it('the person’s own list has the same name in the navigation and on its page', () => {
  const names = (['cashier', 'stock', 'manager'] as const).map((role) => entryName('transactions', role, places));
  expect(names).toEqual(['My redemptions', 'My activations', 'Transactions']);
  expect(entryName('redeem', 'cashier', places)).toBe('Redeem');
});

describe('the page of a path', () => {
  it('is the page that the navigation opens, even for the address of one entry', () => {
    expect(pageAt('/closings', 'manager')).toBe('shifts');
    expect(pageAt('/activate/a1', 'stock')).toBe('activate');
    expect(pageAt('/sell/i1', 'cashier')).toBe('sell');
  });

  it('is the root page of the role', () => {
    expect(pageAt('/', 'manager')).toBe('redeem');
    expect(pageAt('/', 'stock')).toBe('activate');
  });

  it('is null if there is no such page', () => {
    expect(pageAt('/peopl', 'manager')).toBeNull();
    expect(pageAt('/sellers', 'manager')).toBeNull();
  });
});

it('a manager starts on the page of the day, and other roles on their root page', () => {
  expect([homeOf('manager'), homeOf('cashier'), homeOf('stock')]).toEqual(['today', 'redeem', 'activate']);
  expect([
    mayOpenPage('cashier', 'today'),
    mayOpenPage('cashier', 'transactions'),
    mayOpenPage('cashier', 'practice'),
  ]).toEqual([false, true, true]);
  expect([rootPageOf('manager'), rootPageOf('stock')]).toEqual(['redeem', 'activate']);
});

it('the page of a shift is for cashiers and managers, although it is not in the navigation', () => {
  expect([
    mayOpenPath('stock', '/shift'),
    mayOpenPath('cashier', '/shift'),
    mayOpenPath('manager', '/shift'),
    mayOpenPath('cashier', '/today'),
    mayOpenPath('stock', '/accessibility'),
  ]).toEqual([false, true, true, false, true]);
});

it('a person who signs in with a PIN does not stay on a page of head office', () => {
  for (const role of ['cashier', 'stock', 'manager'] as const)
    expect([mayOpenPath(role, '/shops'), mayOpenPath(role, '/shops/devices')]).toEqual([false, false]);
  expect([mayOpenPath('manager', '/shops/closings'), mayOpenPath('cashier', '/shops/closings')]).toEqual([true, false]);
});
