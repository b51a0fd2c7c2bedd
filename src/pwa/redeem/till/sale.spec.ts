import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { refusal } from '../../../contract/voucher/refusal.ts';
import { checkOf, exampleTender, sgd } from '../../testing/examples.ts';
import { type AmountEntry, applyKey } from './entry.ts';
import { emptySale, heldTenders, leftOnVoucher, type SaleRow } from './sale.ts';
import { missingData, suggestedAmount, wholeBalance } from './voucher-amount.ts';

const unknown = { remaining: null, unit: null, singleUse: null, product: null };
const sale = emptySale('sale-1', 'SGD');
const due = {
  ...sale,
  due: (['1', '2'] as const).reduce<AmountEntry>(
    (entry, key) => applyKey(entry, key, { currency: 'SGD', typed: 'units' }),
    sale.due,
  ),
};

describe('the suggested amount', () => {
  it.each([
    ['nothing if no amount is due, so that it must be entered', sale, {}, sgd(0)],
    [
      'nothing if the voucher has another currency than the amount due',
      due,
      { remaining: { amount: 5_000, currency: 'MYR' } },
      { amount: 0, currency: 'MYR' },
    ],
    ['the amount due', due, {}, sgd(1_200)],
    ['one item of a product', due, { remaining: { items: 4 } }, { items: 1 }],
    ['all items of a single-use product', due, { remaining: { items: 3 }, singleUse: true }, { items: 3 }],
    ['one item if the remaining number is unknown', due, { remaining: null, unit: 'items' }, { items: 1 }],
    ['the amount due, if the kind of the voucher is unknown', due, unknown, sgd(1_200)],
    ['nothing if neither the kind nor an amount due is known', sale, unknown, sgd(0)],
  ])('is %s', (_, of, check, take) => expect(suggestedAmount(of, checkOf(check))).toEqual(take));
});

describe('the whole balance', () => {
  it('may be redeemed without an amount due', () => {
    expect(wholeBalance(sale, checkOf())).toEqual(sgd(5_000));
  });

  it.each([
    ['an amount is due', due, {}],
    ['the voucher counts items', sale, { remaining: { items: 4 } }],
    ['the remaining balance is unknown', sale, unknown],
    ['no balance remains', sale, { remaining: sgd(0) }],
  ])('is not offered if %s', (_, of, check) => expect(wholeBalance(of, checkOf(check))).toBeNull());
});

describe('the kind of a voucher', () => {
  it('is unknown if the issuer answered without a balance', () => {
    expect(missingData(checkOf(unknown))).toBe('kind');
    expect(missingData(checkOf())).toBeNull();
  });

  it('is determined from its unit and its remaining balance', () => {
    expect(missingData(checkOf({ ...unknown, singleUse: true }))).toBe('worth');
    expect(missingData(checkOf({ remaining: null }))).toBe('amount');
  });

  it('is not needed if there was no answer, or if the voucher is refused', () => {
    expect(missingData(checkOf({ ...unknown, source: null }))).toBeNull();
    expect(missingData(checkOf({ ...unknown, refusal: refusal('expired') }))).toBeNull();
  });
});

describe('the report to a register', () => {
  const row = (tenderId: string, view: SaleRow['view']): SaleRow => ({
    tenderId,
    view,
    last4: '7890',
    requested: sgd(100),
    code: null,
    identities: [],
    savedAt: 0,
  });

  it('lists every redemption that the page holds, even completed ones', () => {
    const rows = [
      row('taken', exampleTender('taken', 'captured')),
      row('refused', exampleTender('refused', 'declined')),
      row('away', null),
    ];
    expect(heldTenders({ ...sale, rows })).toEqual(['taken', 'refused', 'away']);
  });

  it('lists only the newest if there are very many', () => {
    const rows = Array.from({ length: LIMITS.saleRowsMax + 1 }, (_, number) => row(String(number), null));
    expect(heldTenders({ ...sale, rows })).toHaveLength(LIMITS.saleRowsMax);
    expect(heldTenders({ ...sale, rows }).at(-1)).toBe(String(LIMITS.saleRowsMax));
  });
});

describe('the remaining balance on the voucher of a row', () => {
  const rowOf = (id: string, view: SaleRow['view']): SaleRow => {
    const { last4, requested } = exampleTender(id, 'captured');
    return { tenderId: id, last4, requested, code: null, identities: [], savedAt: 1, view };
  };
  const at = (second: number) => ({ changedAt: `2030-01-15T06:00:0${second}.000Z` });
  const first = rowOf('a', exampleTender('a', 'captured', { remaining: sgd(4_300), ...at(1) }));

  it('is reported if it was the only use', () => {
    expect(leftOnVoucher(first, [first])).toEqual(sgd(4_300));
  });

  it('depends only on the last use of the voucher', () => {
    const second = rowOf('b', exampleTender('b', 'captured', { remaining: sgd(3_600), ...at(2) }));
    expect([first, second].map((row) => leftOnVoucher(row, [first, second]))).toEqual([null, sgd(3_600)]);
  });

  it('is not reported while another use of it is in progress', () => {
    expect(leftOnVoucher(first, [first, rowOf('b', null)])).toBeNull();
  });
});
