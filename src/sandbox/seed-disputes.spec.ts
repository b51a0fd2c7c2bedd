import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KATONG } from './second-shop.ts';
import { DISPUTES } from './seed-vouchers.ts';
import { type SpecSandbox, startForSpec } from './spec-kit.ts';

const TWO_DAYS = { from: '2031-03-13T12:00:00+08:00', to: '2031-03-15T12:00:00+08:00' };
let kit: SpecSandbox;
beforeEach(async () => {
  kit = await startForSpec({ delays: { secondShopMs: 30 } });
});
afterEach(() => kit.sandbox.close());

describe('the vouchers of disputes', () => {
  it.each([
    [DISPUTES.elsewhere, 'Used', 0, ['Other', 'Authorization', 'Capture']],
    [DISPUTES.checkedOften, 'Used', 0, ['Other', 'Other', 'Other', 'Other', 'Other', 'Authorization', 'Capture']],
    [DISPUTES.refunded, 'Active', 5_000, ['Authorization', 'Capture', 'Refund']],
    [DISPUTES.late, 'Used', 0, ['Authorization', 'Capture']],
    [DISPUTES.neverActivated, 'Inactive', 5_000, []],
    [DISPUTES.expired, 'Expired', 1_200, ['Authorization', 'Capture']],
    [DISPUTES.unexplained, 'Active', 1_800, ['Authorization', 'Capture']],
  ])('%s is %s with %i, after %j', async (ref, status, remaining, types) => {
    const { vouchers, transactions } = await kit.truth(ref);
    expect(vouchers).toMatchObject([{ status, remaining, faceValue: 5_000 }]);
    expect(transactions.map(({ type }) => type)).toEqual(types);
  });

  it('belong to the second shop, within the last two days, and are in its search', async () => {
    const found = (await kit.search(TWO_DAYS)).at('data') as { mid: string }[];
    expect(found.length).toBeGreaterThan(15);
    expect(new Set(found.map(({ mid }) => mid))).toEqual(new Set([KATONG.mid]));
  });
});

it('include a card that the second shop checks right after its activation, and empties', async () => {
  const card = await kit.card('000951');
  const range = { start_sequence_voucher_ref: '000951', end_sequence_voucher_ref: '000951' };
  await kit.merchant('/vouchers/actions/activate', { product_class: 'ETX_001', ...range });
  await vi.waitFor(async () => expect((await kit.truth(card)).vouchers[0]?.remaining).toBe(0), { timeout: 5_000 });
  expect((await kit.truth(card)).transactions.map(({ type }) => type)).toEqual([
    'Other',
    'Other',
    'Other',
    'Authorization',
    'Capture',
  ]);
});
