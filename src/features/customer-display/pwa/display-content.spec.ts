import { describe, expect, it } from 'vitest';
import type { DisplayedSale, DisplayedVoucher, DisplayView } from '../contract/display.ts';
import { displayContentOf } from './display-content.ts';

const SALE = '04d675a0-ee47-4618-b86d-7e12064e92a1';
const sgd = (amount: number) => ({ amount, currency: 'SGD' });
const localSale: DisplayedSale = { saleId: SALE, due: sgd(8000), busy: false };
const taken: DisplayedVoucher = { last4: '7890', state: 'redeemed', taken: sgd(3000), remaining: sgd(2000) };
const unknown: DisplayedVoucher = { last4: '0001', state: 'unknown', taken: null, remaining: null };
const own: DisplayView = {
  shopName: 'Orchid',
  notice: null,
  connected: false,
  open: true,
  sale: { ...localSale, due: null },
  vouchers: [],
  receipt: null,
};
const sure = { isFresh: true, isCurrent: true };

describe('the content of the display', () => {
  it('is the shop’s name while the till is idle or locked', () => {
    const idle = { kind: 'idle' };
    expect(displayContentOf({ ...sure, localSale: null, view: own })).toEqual(idle);
    expect(displayContentOf({ ...sure, localSale: { ...localSale, due: null }, view: own })).toEqual(idle);
    expect(displayContentOf({ ...sure, localSale, view: { ...own, open: false, sale: null } })).toEqual(idle);
  });

  it('contains no amount while the server cannot be reached', () => {
    expect(displayContentOf({ ...sure, localSale, view: null })).toEqual({ kind: 'waiting' });
    expect(
      displayContentOf({ localSale, view: { ...own, vouchers: [taken] }, isFresh: false, isCurrent: true }),
    ).toEqual({
      kind: 'waiting',
    });
  });

  it('is the amount due minus the amount that the journal reports as redeemed', () => {
    expect(displayContentOf({ ...sure, localSale, view: own })).toMatchObject({
      due: sgd(8000),
      left: sgd(8000),
      stage: 'open',
    });
    const after = displayContentOf({ ...sure, localSale, view: { ...own, vouchers: [taken] } });
    expect(after).toMatchObject({ due: sgd(8000), redeemed: sgd(3000), left: sgd(5000), stage: 'open' });
  });

  it.each([
    ['a voucher is not settled', { ...sure, localSale, view: { ...own, vouchers: [taken, unknown] } }],
    [
      'the till has begun a redemption that the journal does not know',
      { ...sure, localSale: { ...localSale, busy: true }, view: own },
    ],
    ['the answer is about an earlier state', { localSale, view: own, isFresh: true, isCurrent: false }],
    [
      'the answer is about another sale',
      { ...sure, localSale: { ...localSale, saleId: 'another' }, view: { ...own, vouchers: [taken] } },
    ],
  ])('asks the customer to wait and shows no remaining amount while %s', (_, known) => {
    expect(displayContentOf(known)).toMatchObject({ kind: 'sale', left: null, stage: 'moment' });
  });

  it('never counts the vouchers of another sale', () => {
    const face = displayContentOf({
      ...sure,
      localSale: { ...localSale, saleId: 'another' },
      view: { ...own, vouchers: [taken] },
    });
    expect(face).toMatchObject({ vouchers: [], redeemed: null });
  });

  it('thanks the customer once all is paid, or if nothing was due', () => {
    expect(
      displayContentOf({ ...sure, localSale: { ...localSale, due: sgd(3000) }, view: { ...own, vouchers: [taken] } }),
    ).toMatchObject({
      stage: 'thanks',
    });
    expect(
      displayContentOf({ ...sure, localSale: { ...localSale, due: null }, view: { ...own, vouchers: [taken] } }),
    ).toMatchObject({
      redeemed: sgd(3000),
      left: null,
      stage: 'thanks',
    });
  });

  it('does not thank the customer for failed or refunded redemptions', () => {
    const none: DisplayedVoucher[] = [
      { ...unknown, state: 'not-redeemed' },
      { ...unknown, state: 'refunded' },
    ];
    expect(displayContentOf({ ...sure, localSale, view: { ...own, vouchers: none } })).toMatchObject({
      left: sgd(8000),
      stage: 'open',
    });
  });

  it('on another device shows what that till reported to the server', () => {
    const view = { ...own, connected: true, sale: { ...localSale, due: sgd(500) } };
    expect(displayContentOf({ ...sure, localSale: null, view })).toMatchObject({ due: sgd(500), stage: 'open' });
    expect(displayContentOf({ ...sure, localSale, view: { ...view, sale: null } })).toEqual({ kind: 'idle' });
  });
});
