import { describe, expect, it } from 'vitest';
import type { VoucherStatus } from '../../contract/voucher/voucher.ts';
import { mergeChecks } from './merge-checks.ts';
import type { IssuerReply, VoucherState } from './port.ts';
import { type ReportedState, toVoucherState } from './voucher-state.ts';

const EXPIRY = Date.UTC(2031, 1, 28, 15, 59, 59);
const DAY_MS = 86_400_000;
const MINOR = { currency: 'SGD', legacyCheckUnit: 'minor' } as const;
const MAJOR = { currency: 'SGD', legacyCheckUnit: 'major' } as const;

type Answer = IssuerReply<VoucherState>;
const found = (value: VoucherState): Answer => ({ outcome: 'found', value });
const absent: Answer = { outcome: 'absent' };
const unclear: Answer = { outcome: 'unclear', reason: 'timed out' };
const notConfigured: Answer = { outcome: 'not-configured' };

const bare: ReportedState = {
  ref: '1',
  status: 'active',
  rawStatus: null,
  holds: null,
  unit: null,
  expiresAt: null,
  product: null,
  singleUse: null,
};
const PRODUCT = { product: { code: 'P', name: 'Product' } };

/** v2: a word, a number and a day, and nothing else. */
const v2 = (status: VoucherStatus, rawStatus: string | null, change: Partial<ReportedState> = {}) =>
  found(toVoucherState('legacy', { ...bare, status, rawStatus, holds: 5000, expiresAt: EXPIRY, ...change }));
/** v1: a number, a time and a product whose kind is in the catalogue; its state is inferred. */
const v1 = (change: Partial<ReportedState> = {}) =>
  found(
    toVoucherState(
      'merchant',
      { ...bare, holds: 5000, unit: 'SGD', expiresAt: EXPIRY, singleUse: false, ...PRODUCT, ...change },
      'catalogue',
    ),
  );
/** v1: the code of a refusal, and nothing else. */
const v1Code = (status: VoucherStatus, rawStatus: string) =>
  found(toVoucherState('merchant', { ...bare, status, rawStatus }));

const LEGACY: Readonly<Record<string, Answer>> = {
  active: v2('active', 'Active'),
  inactive: v2('inactive', 'Inactive'),
  expired: v2('expired', 'Expired'),
  void: v2('void', 'Trashed'),
  used: v2('used', 'Used', { holds: 0 }),
  'a new word': v2('unknown', 'Frozen'),
  'no word': v2('unknown', null),
  absent,
  unclear,
  'not configured': notConfigured,
};
const MERCHANT: Readonly<Record<string, Answer>> = {
  dollars: v1(),
  'dollars, single use': v1({ singleUse: true }),
  ringgit: v1({ unit: 'MYR' }),
  items: v1({ unit: 'items', holds: 4 }),
  'items, single use': v1({ unit: 'items', holds: 3, singleUse: true }),
  'a kind nobody told': v1({ unit: null, singleUse: null }),
  'nothing left': v1({ status: 'unknown', holds: 0 }),
  'a day that is past': v1({ status: 'expired', expiresAt: EXPIRY - 400 * DAY_MS }),
  'void (code)': v1Code('void', 'ERV0006'),
  'expired (code)': v1Code('expired', 'ERV0004'),
  'used (code)': v1Code('used', 'ERV0033'),
  'invalid (code)': v1Code('unknown', 'ERV0009'),
  absent,
  unclear,
};

/** State, unit, number that may be stated, use; or the outcome where nothing was found. */
function inShort(answer: Answer): string {
  if (answer.outcome !== 'found') return answer.outcome;
  const { status, unit, remaining, singleUse } = answer.value;
  const left = remaining === null ? 'left ?' : `left ${'items' in remaining ? remaining.items : remaining.amount}`;
  const use = singleUse === null ? 'use ?' : singleUse ? 'single' : 'multiple';
  return [status, unit ?? 'kind ?', left, use].join(', ');
}

const NOT_KNOWN = 'kind ?, left ?, use ?';
const SEVERAL = {
  dollars: 'SGD, left 5000, multiple',
  'dollars, single use': 'SGD, left 5000, single',
  ringgit: 'MYR, left 5000, multiple',
};
/** v2 states 5000, v1 4 or 3: two numbers for one voucher. */
const ITEMS = { items: 'items, left ?, multiple', 'items, single use': 'items, left ?, single' };
const CONFIRMED = { ...SEVERAL, ...ITEMS, 'a kind nobody told': NOT_KNOWN };
const ALONE = {
  ...SEVERAL,
  items: 'items, left 4, multiple',
  'items, single use': 'items, left 3, single',
  'a kind nobody told': NOT_KNOWN,
};

/** The expected results of merging v2's status with each answer of v1 that has a product. */
const withProducts = (status: VoucherStatus, kinds: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, words]) => [kind, `${status}, ${words}`]));
const dead = (status: VoucherStatus) => ({
  ...withProducts(status, CONFIRMED),
  'nothing left': `${status}, SGD, left ?, multiple`,
  'a day that is past': `${status}, SGD, left 5000, multiple`,
  'void (code)': `${status}, ${NOT_KNOWN}`,
  'expired (code)': `${status}, ${NOT_KNOWN}`,
  'used (code)': `${status}, ${NOT_KNOWN}`,
  'invalid (code)': `${status}, ${NOT_KNOWN}`,
  absent: `${status}, ${NOT_KNOWN}`,
  unclear: `${status}, ${NOT_KNOWN}`,
});
const unknown = `unknown, ${NOT_KNOWN}`;
const codes = {
  'void (code)': `void, ${NOT_KNOWN}`,
  'expired (code)': `expired, ${NOT_KNOWN}`,
  'used (code)': `used, ${NOT_KNOWN}`,
  'invalid (code)': unknown,
};
const merchantAlone = {
  ...withProducts('active', ALONE),
  'nothing left': 'unknown, SGD, left 0, multiple',
  'a day that is past': 'expired, SGD, left 5000, multiple',
  ...codes,
  absent: 'absent',
  unclear: 'unclear',
};

const EXPECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  active: {
    ...dead('active'),
    'void (code)': unknown,
    'expired (code)': unknown,
    'used (code)': unknown,
    absent: unknown,
  },
  inactive: { ...dead('inactive'), 'used (code)': unknown },
  expired: dead('expired'),
  void: dead('void'),
  used: {
    ...dead('used'),
    dollars: 'used, SGD, left ?, multiple',
    'dollars, single use': 'used, SGD, left ?, single',
    ringgit: 'used, MYR, left ?, multiple',
    'nothing left': 'used, SGD, left 0, multiple',
    'a day that is past': 'used, SGD, left ?, multiple',
  },
  'a new word': { ...dead('unknown'), ...codes },
  'no word': {
    ...dead('unknown'),
    ...withProducts('active', CONFIRMED),
    'a day that is past': 'expired, SGD, left 5000, multiple',
    ...codes,
  },
  absent: merchantAlone,
  unclear: merchantAlone,
  'not configured': merchantAlone,
};

describe.each(Object.entries(LEGACY))('the v2 answer %s', (word, legacy) => {
  it.each(Object.entries(MERCHANT))('is merged with the v1 answer %s', (kind, merchant) => {
    expect(inShort(mergeChecks({ legacy, merchant }, MINOR))).toBe(EXPECTED[word]?.[kind]);
  });
});

describe('any two answers of v1 and v2', () => {
  const all = Object.entries(LEGACY).flatMap(([word, legacy]) =>
    Object.entries(MERCHANT).map(([kind, merchant]) => [word, kind, { legacy, merchant }] as const),
  );

  it.each(all)(
    'merge into a result that claims only what one stated and neither denied: v2 %s, v1 %s',
    (_, __, answers) => {
      const merged = mergeChecks(answers, MINOR);
      if (merged.outcome !== 'found') return expect(merged).not.toHaveProperty('value');
      const { status, unit, remaining, singleUse, holds, sources } = merged.value;
      const legacy = answers.legacy.outcome === 'found' ? answers.legacy.value : null;
      const merchant = answers.merchant.outcome === 'found' ? answers.merchant.value : null;
      expect([unit, singleUse]).toEqual([merchant?.unit ?? null, merchant?.singleUse ?? null]);
      if (remaining !== null) expect([remaining, legacy?.holds ?? holds]).toEqual([merchant?.remaining, holds]);
      if (status === 'active') {
        expect(['Active', null]).toContain(legacy?.rawStatus ?? null);
        expect(['ERV0009', null]).toContain(merchant?.rawStatus ?? null);
      }
      if (legacy?.status === 'inactive') expect(status).not.toBe('used');
      if (legacy?.status === 'used') expect(status).not.toBe('inactive');
      expect(Object.values(sources).every((source) => source === null || source !== 'client')).toBe(true);
      expect(sources.holds === null).toBe(holds === null);
      expect(sources.unit).toBe(unit === null ? null : 'catalogue');
    },
  );
});

describe('the merged number', () => {
  const of = (legacy: Answer, merchant: Answer, numbers: typeof MINOR | typeof MAJOR = MINOR) => {
    const merged = mergeChecks({ legacy, merchant }, numbers);
    return merged.outcome === 'found'
      ? [merged.value.holds, merged.value.sources.holds, merged.value.remaining]
      : merged.outcome;
  };
  const four = v1({ unit: 'items', holds: 4 });

  it.each([
    ['both return it', v2('active', 'Active'), v1(), [5000, 'both', { amount: 5000, currency: 'SGD' }]],
    ['both count items the same way', v2('active', 'Active', { holds: 4 }), four, [4, 'both', { items: 4 }]],
    ['they differ', v2('active', 'Active', { holds: 4999 }), v1(), [null, null, null]],
    ['v1 does not return it', v2('active', 'Active'), v1({ holds: null }), [5000, 'legacy', null]],
    [
      'v2 does not return it',
      v2('active', 'Active', { holds: null }),
      v1(),
      [5000, 'merchant', { amount: 5000, currency: 'SGD' }],
    ],
    ['v1 does not know the voucher', v2('active', 'Active'), absent, [null, null, null]],
    ['v1 is silent', v2('active', 'Active'), unclear, [5000, 'legacy', null]],
  ] as const)('is chosen from v1 and v2 if %s', (_, legacy, merchant, expected) =>
    expect(of(legacy, merchant)).toEqual(expected),
  );

  it('is v1’s if v2 counts whole units, of the currency or of items', () => {
    expect(of(v2('active', 'Active', { holds: 400 }), four, MAJOR)).toEqual([4, 'merchant', { items: 4 }]);
    const yen = v1({ unit: 'JPY', holds: 50 });
    expect(of(v2('active', 'Active', { holds: 5000 }), yen, MAJOR)).toEqual([
      50,
      'merchant',
      { amount: 50, currency: 'JPY' },
    ]);
    expect(of(v2('active', 'Active', { holds: 5000 }), v1(), MAJOR)).toEqual([
      5000,
      'both',
      { amount: 5000, currency: 'SGD' },
    ]);
    expect(of(v2('active', 'Active', { holds: 50 }), v1(), MAJOR)).toEqual([null, null, null]);
  });
});

describe('the merged expiry', () => {
  const of = (legacyAt: number | null, merchantAt: number | null) => {
    const answers = {
      legacy: v2('active', 'Active', { expiresAt: legacyAt }),
      merchant: v1({ expiresAt: merchantAt }),
    };
    const merged = mergeChecks(answers, MINOR);
    return merged.outcome === 'found' && [merged.value.expiresAt, merged.value.sources.expires];
  };

  it('is v2’s day if v1 returns a time on that day, in any zone', () => {
    expect(of(EXPIRY, EXPIRY - 20 * 3_600_000)).toEqual([EXPIRY, 'legacy']);
  });

  it('is the only expiry returned', () => {
    expect(of(null, EXPIRY)).toEqual([EXPIRY, 'merchant']);
    expect(of(EXPIRY, null)).toEqual([EXPIRY, 'legacy']);
    expect(of(null, null)).toEqual([null, null]);
  });

  it('is empty if v1 and v2 name different days', () => {
    expect(of(EXPIRY, EXPIRY - 2 * DAY_MS)).toEqual([null, null]);
  });
});

it('the merged answer explains why neither answer could be understood', () => {
  const busy: Answer = { outcome: 'unclear', reason: 'HTTP 429' };
  const merged = mergeChecks({ legacy: unclear, merchant: busy }, MINOR);
  expect(merged).toEqual({ outcome: 'unclear', reason: 'v1: HTTP 429; v2: timed out' });
});

it('the merged answer contains both states if they contradict each other', () => {
  const merged = mergeChecks({ legacy: v2('active', 'Active'), merchant: v1Code('void', 'ERV0006') }, MINOR);
  expect(merged).toMatchObject({
    value: { status: 'unknown', rawStatus: 'Active, ERV0006', sources: { status: null } },
  });
});
