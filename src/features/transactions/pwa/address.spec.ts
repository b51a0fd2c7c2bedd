import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shopDate } from '../../../contract/platform/shop-day.ts';
import { SORT_KEYS } from '../contract/transaction-list.ts';
import { daysAt, type ListAddress, readListAddress, writeListAddress } from './address.ts';
import { isoPeriodOf } from './period.ts';

const ZONE = { timeZone: 'Asia/Singapore', dayBegins: '00:00' };
/** Half past midnight of the 21st in Singapore. */
const NOW = Date.parse('2026-11-20T16:30:00Z');

describe('the address of the list', () => {
  it('restores the same list', () => {
    const places: fc.Arbitrary<ListAddress> = fc.record({
      period: fc.constant('custom' as const),
      days: fc.constantFrom(null, { first: '2026-11-01', last: '2026-11-21' }),
      filter: fc.record(
        {
          last4: fc.constantFrom('1234', 'AB'),
          tag: fc.constant('Zk3_-x'),
          type: fc.constantFrom('refund', 'other'),
          status: fc.constant('unknown'),
          mid: fc.constantFrom('', '000000012345678'),
          person: fc.string({ maxLength: 60 }),
          min: fc.nat(),
          max: fc.nat(),
        },
        { requiredKeys: [] },
      ),
      all: fc.boolean(),
      sort: fc.record({ key: fc.constantFrom(...SORT_KEYS), down: fc.boolean() }),
      open: fc.constantFrom(null, '12345'),
    });
    fc.assert(
      fc.property(places, (place) => {
        expect(readListAddress(writeListAddress(place))).toEqual(place);
      }),
    );
  });

  it('is replaced by the defaults if it is malformed', () => {
    const { period, days, filter, sort, open } = readListAddress(
      'period=never&from=2026-02-30&to=x&type=gift&min=a&voucher=1234567890&sort=-x',
    );
    expect({ period, days, filter, sort, open }).toEqual({
      period: 'today',
      days: null,
      filter: {},
      sort: { key: 'at', down: true },
      open: null,
    });
  });

  it('never contains more of a voucher than its last four characters', () => {
    expect(readListAddress('voucher=12345').filter).toEqual({});
  });
});

describe('a period', () => {
  it('consists of the shop’s days, whatever day it is elsewhere', () => {
    const of = (search: string) => daysAt(readListAddress(search), shopDate(NOW, ZONE));
    expect(of('')).toEqual({ first: '2026-11-21', last: '2026-11-21' });
    expect(of('period=yesterday')).toEqual({ first: '2026-11-20', last: '2026-11-20' });
    expect(of('period=week')).toEqual({ first: '2026-11-15', last: '2026-11-21' });
    expect(of('period=month')).toEqual({ first: '2026-11-01', last: '2026-11-21' });
    expect(of('period=custom&from=2026-01-01&to=2026-01-31')).toEqual({ first: '2026-01-01', last: '2026-01-31' });
    expect(isoPeriodOf(of(''), ZONE)).toEqual({ from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T15:59:59.999Z' });
  });
});
