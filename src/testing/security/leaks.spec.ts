import { expect, it } from 'vitest';
import { canary } from './canaries.ts';
import { addressesWithoutNeed, searchPlaces } from './leaks.ts';

const canaries = [canary('ref', 'AB12345678')];

it('each leaked secret is reported with its place, without content', () => {
  const places = [
    { name: 'the log', text: 'redeemed AB12345678', canaries },
    { name: 'the metrics', text: 'up 1', canaries },
    { name: 'the journal', text: '', canaries },
  ];
  expect(searchPlaces(places)).toEqual(['ref is in the log', 'the journal could not be looked at: it is empty']);
});

it('only the check of a voucher may have a ref in its address', () => {
  const asked = ['/merchant/v1/vouchers/ETX_001-AB12345678', '/merchant/v1/transactions?ref=AB12345678'].map((url) => ({
    url,
    body: '',
    method: 'GET',
  }));
  expect(addressesWithoutNeed(asked)).toBe('GET /merchant/v1/transactions?ref=AB12345678');
});
