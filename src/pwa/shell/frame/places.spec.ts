import { describe, expect, it } from 'vitest';
import { placeAt, placesOf } from './places.ts';

const SHOP = { sells: true, practice: false };

describe('the places of a role', () => {
  it('are the till, its sales and the own list for a cashier', () => {
    expect(placesOf('cashier', SHOP)).toEqual(['redeem', 'sell', 'transactions']);
  });

  it('are the cards and the own list for stock staff', () => {
    expect(placesOf('stock', SHOP)).toEqual(['activate', 'transactions']);
  });

  it('are all for a manager', () => {
    const all = [
      'redeem',
      'activate',
      'sell',
      'transactions',
      'closing',
      'attention',
      'people',
      'printers',
      'connections',
      'audit',
    ];
    expect(placesOf('manager', SHOP)).toEqual(all);
  });

  it('leave out selling where the shop does not sell, and have practice vouchers only while practising', () => {
    expect(placesOf('cashier', { sells: false, practice: true })).toEqual(['redeem', 'transactions', 'practice']);
  });
});

describe('the place of a path', () => {
  it('is the one that navigation leads to, also for one thing of its list', () => {
    expect(placeAt('/transactions/closing', 'manager')).toBe('closing');
    expect(placeAt('/activate/a1', 'stock')).toBe('activate');
    expect(placeAt('/sell/i1', 'cashier')).toBe('sell');
  });

  it('is the home of the role at the root', () => {
    expect(placeAt('/', 'manager')).toBe('redeem');
    expect(placeAt('/', 'stock')).toBe('activate');
  });

  it('is nothing where there is no page', () => {
    expect(placeAt('/peopl', 'manager')).toBeNull();
    expect(placeAt('/sellers', 'manager')).toBeNull();
  });
});
