import { describe, expect, it } from 'vitest';
import { merchantState, readLegacyCheck, readMerchantCheck } from './checks.ts';
import { readVoucher, readVoucherList } from './client-voucher.ts';
import { readSearchPage } from './search.ts';
import { voucherStatus } from './status.ts';
import { readVouchersInfo } from './vouchers-info.ts';

const ok = { status: 'Succeeded' };
const zone = 'Asia/Singapore';

describe('the issuer’s words for the states of a voucher', () => {
  it.each([
    ['Active', 'active'],
    ['inactive', 'inactive'],
    ['EXPIRED', 'expired'],
    ['Trashed', 'void'],
    ['voided', 'void'],
    ['Used', 'used'],
    ['frozen', 'unknown'],
    ['constructor', 'unknown'],
    [null, 'unknown'],
  ])('%s means %s', (word, status) => expect(voucherStatus(word)).toBe(status));
});

describe('the legacy check', () => {
  const row = {
    voucher_settlement_ref: 'ab123',
    status: 'Trashed',
    expiration_date: '28 Feb 2031',
    remaining_value: 12.5,
  };
  const settings = { currency: 'SGD', timeZone: zone, legacyCheckUnit: 'minor' } as const;
  const answer = (data: unknown) => ({ meta: ok, data });

  it('finds the row of the ref in any case, in a list or alone', () => {
    const expected = {
      ref: 'AB123',
      status: 'void',
      rawStatus: 'Trashed',
      expiresAt: Date.UTC(2031, 1, 28, 15, 59, 59, 999),
      source: 'legacy',
    };
    expect(readLegacyCheck(answer([{ voucher_settlement_ref: 'zz' }, row]), 'AB123', settings)).toMatchObject(expected);
    expect(readLegacyCheck(answer(row), 'AB123', settings)).toMatchObject(expected);
  });

  it.each([
    ['minor', 1250, 1250],
    ['minor', 12.5, null],
    ['major', 12.5, 1250],
    ['major', '12.50', 1250],
    ['major', 12.555, null],
    ['major', null, null],
  ] as const)(
    'reads the balance in %s units, without stating a kind: %s is %s',
    (legacyCheckUnit, remaining_value, holds) => {
      const state = readLegacyCheck(answer([{ ...row, remaining_value }]), 'ab123', { ...settings, legacyCheckUnit });
      expect(state).toMatchObject({ holds, remaining: null, singleUse: null });
    },
  );

  it.each([
    ['money', 'minor', 1250, { amount: 1250, currency: 'SGD' }],
    ['money', 'major', 12.5, { amount: 1250, currency: 'SGD' }],
    ['items', 'minor', 3, { items: 3 }],
    ['items', 'major', 3, { items: 3 }],
    ['items', 'minor', 1.5, null],
  ] as const)(
    'counts %s (%s) if the shop’s setting says so: %s is %j, and names the setting',
    (legacyCheckKind, legacyCheckUnit, remaining_value, remaining) => {
      const state = readLegacyCheck(answer([{ ...row, remaining_value }]), 'ab123', {
        ...settings,
        legacyCheckUnit,
        legacyCheckKind,
      });
      expect(state).toMatchObject({ remaining, singleUse: null, sources: { unit: 'setting' } });
    },
  );

  it('is absent without a row, and null if it failed or cannot be read', () => {
    expect(readLegacyCheck(answer([]), 'ab123', settings)).toBe('absent');
    expect(readLegacyCheck(answer(null), 'ab123', settings)).toBe('absent');
    expect(readLegacyCheck({ meta: { status: 'failed' }, data: [row] }, 'ab123', settings)).toBeNull();
    expect(readLegacyCheck(answer('none'), 'ab123', settings)).toBeNull();
    expect(readLegacyCheck(undefined, 'ab123', settings)).toBeNull();
  });
});

describe('the merchant check', () => {
  const check = {
    product_code: 'P',
    product_label: '$10',
    remaining_value: 1000,
    expiration_date: '2031-02-28 23:59:59',
  };
  const money = { isValueBased: true, isMultipleUse: true, currency: 'MYR', amount: 1000 };
  const settings = { timeZone: zone, flags: money, now: Date.UTC(2030, 0, 1) };

  it.each([
    ['active', {}, {}],
    ['unknown', { remaining_value: 0 }, {}],
    ['unknown', { remaining_value: null }, {}],
    ['expired', {}, { now: Date.UTC(2031, 2, 1, 12) }],
    ['active', {}, { now: Date.UTC(2031, 1, 28, 17) }],
    ['active', { expiration_date: null }, { now: Date.UTC(2099, 0) }],
  ])('means %s for %j at %j', (status, data, at) => {
    const read = readMerchantCheck({ meta: ok, data: { ...check, ...data } });
    expect(read && merchantState(read, 'r', { ...settings, ...at }).status).toBe(status);
  });

  it('counts items if the product defines them', () => {
    const read = readMerchantCheck({ meta: ok, data: { ...check, remaining_value: 3 } });
    const flags = { isValueBased: false, isMultipleUse: false, currency: null, amount: 3 };
    expect(read && merchantState(read, 'r', { ...settings, flags })).toMatchObject({
      remaining: { items: 3 },
      singleUse: true,
      faceValue: 3,
      product: { code: 'P', name: '$10' },
    });
  });

  it.each([
    [money, { amount: 1000, currency: 'MYR' }, false],
    [{ ...money, currency: null }, null, false],
    [{ isValueBased: null, isMultipleUse: null, currency: 'SGD', amount: null }, null, null],
  ])('reads kind and currency only from the product: %j is %j', (flags, remaining, singleUse) => {
    const read = readMerchantCheck({ meta: ok, data: check });
    expect(read && merchantState(read, 'r', { ...settings, flags })).toMatchObject({
      remaining,
      singleUse,
      holds: 1000,
      status: 'active',
    });
  });

  it('is null unless it succeeded', () => {
    expect(readMerchantCheck({ meta: { status: 'failed' }, data: check })).toBeNull();
    expect(readMerchantCheck({ meta: ok })).toBeNull();
  });
});

describe('a page of the search', () => {
  const row = { transaction_id: '1', vouchers: [{ ref: 'r', using_value: 5 }] };
  const page = (data: unknown, meta: unknown = ok) => readSearchPage({ meta, data });

  it('accepts missing fields and unknown words', () => {
    expect(
      page([{ ...row, type: 'Settlement', status: 'parked', amount: 'x', created: 'odd', vouchers: null }]),
    ).toEqual([
      {
        transactionId: '1',
        type: 'other',
        rawType: 'Settlement',
        status: 'unknown',
        rawStatus: 'parked',
        mid: '',
        amount: null,
        currency: '',
        createdAt: null,
        lastUpdatedAt: null,
        vouchers: [],
      },
    ]);
  });

  it('accepts a single voucher without a list', () => {
    expect(page([{ ...row, vouchers: { ref: 'r' } }])).toMatchObject([{ vouchers: [{ ref: 'r', actions: [] }] }]);
  });

  it.each([
    ['no list', {}],
    ['null instead of a list', null],
    ['a row without an id', [row, { ...row, transaction_id: null }]],
    ['a row that is not an object', [row, 7]],
    ['a voucher that is not an object', [{ ...row, vouchers: ['r'] }]],
  ])('is null instead of shorter because of %s', (_name, data) => expect(page(data)).toBeNull());

  it('is null if the search failed', () => expect(page([row], { status: 'failed' })).toBeNull());
  it('is empty if the search found nothing', () => expect(page([])).toEqual([]));
});

describe('the v3 voucher', () => {
  const wire = {
    voucher_code: 4000123456,
    voucher_id: 'id-1',
    status: 'Voided',
    expiration: '2031-02-28T23:59:59+08:00',
    currency: '',
    remaining_amount: 2,
    product_code: 'P',
    product_name: 'Coffee',
    is_value_based: false,
    is_status_available: true,
    is_multiple_use: true,
    url: 'https://vouchers.example/v/id-1',
    short_url_pin: '0042',
  };

  it('is read with codes as text, and its balance in items', () => {
    expect(readVoucher({ voucher: wire }, zone)).toMatchObject({
      ref: '4000123456',
      status: 'void',
      rawStatus: 'Voided',
      remaining: { items: 2 },
      product: { code: 'P', name: 'Coffee' },
      singleUse: false,
      shortUrlPin: '0042',
      shortUrl: null,
    });
  });

  it('has an unknown status if the service reports none', () => {
    expect(readVoucher({ voucher: { ...wire, is_status_available: false } }, zone)?.status).toBe('unknown');
  });

  it('is null without a code or an id, and so is the list that contains it', () => {
    const nameless = { ...wire, voucher_code: null };
    expect(readVoucher({ voucher: nameless }, zone)).toBeNull();
    expect(readVoucher({}, zone)).toBeNull();
    expect(readVoucherList({ vouchers: [wire, nameless] }, zone)).toBeNull();
    expect(readVoucherList({ vouchers: [wire] }, zone)?.vouchers).toHaveLength(1);
  });
});

describe('voucher data in a redemption', () => {
  it.each([[undefined], [null], ['text'], [7], [[]], [[[]]], [[null]], [{}]])('is empty for %j', (value) =>
    expect(readVouchersInfo(value, 'ref1')).toEqual([]),
  );

  it('may be a single voucher without a list', () => {
    expect(readVouchersInfo({ name: 'Gift' }, 'ref1')).toEqual([{ name: 'Gift' }]);
  });

  it('contains no secrets in any spelling, and masks the ref everywhere', () => {
    const info = {
      pin: '1',
      shortUrlPin: '2',
      access_token: '3',
      deep: { url: '4', note: 'code REF12345!' },
      voucherId: '5',
      pinned: 'yes',
    };
    expect(readVouchersInfo([info], 'ref12345')).toEqual([{ 'deep.note': 'code ··2345!', pinned: 'yes' }]);
  });

  it('is limited in vouchers, fields, depth and length', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x'.repeat(1000)]));
    const infos = readVouchersInfo(
      Array.from({ length: 100 }, () => many),
      'ref1',
    );
    expect(infos).toHaveLength(20);
    expect(Object.keys(infos[0] ?? {})).toHaveLength(30);
    expect(infos[0]?.['f0']).toHaveLength(200);
    expect(readVouchersInfo([{ a: { b: { c: { d: 1 } } } }], 'ref1')).toEqual([]);
  });

  it('cannot change a prototype', () => {
    const [info] = readVouchersInfo([JSON.parse('{"__proto__": "x", "constructor": "y"}')], 'ref1');
    expect(Object.getPrototypeOf(info)).toBe(Object.prototype);
  });
});
