import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpecSandbox, startForSpec } from './spec-kit.ts';

let kit: SpecSandbox;
beforeAll(async () => {
  kit = await startForSpec();
});
afterAll(() => kit.sandbox.close());

const idOf = async (ref: string) => (await kit.truth(ref)).vouchers[0]?.voucherId ?? '';
const nobody = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe('one voucher', () => {
  it('includes all its data, under its id', async () => {
    const id = await idOf('1000000051');
    const reply = await kit.v3(`/vouchers/${id}`);
    expect(reply.status).toBe(200);
    expect(reply.at('request_id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.at('voucher')).toMatchObject({
      voucher_code: '1000000051',
      voucher_id: id,
      status: 'active',
      remaining_amount: 2340,
      currency: 'SGD',
      is_multiple_use: true,
      url: `https://vouchers.example/v/${id}`,
    });
  });

  it.each([
    ['1234567890', 'active'],
    ['2000000001', 'used'],
    ['2000000003', 'expired'],
    ['2000000004', 'inactive'],
    ['2000000005', 'voided'],
  ])('%s is %s', async (ref, status) => {
    expect((await kit.v3(`/vouchers/${await idOf(ref)}`)).at('voucher.status')).toBe(status);
  });

  it('shows a full redemption as used with nothing remaining', async () => {
    await kit.redeem('1234567890', 1000);
    const reply = await kit.v3(`/vouchers/${await idOf('1234567890')}`);
    expect(reply.at('voucher')).toMatchObject({ status: 'used', remaining_amount: 0 });
  });

  it('has no link if it is a plastic card', async () => {
    const reply = await kit.v3(`/vouchers/${await idOf(await kit.card('000101'))}`);
    expect(reply.at('voucher.status')).toBe('inactive');
    expect(reply.at('voucher')).not.toHaveProperty('url');
  });

  it('is not found under an unknown id, and not looked up under one that is not a UUID', async () => {
    expect((await kit.v3(`/vouchers/${nobody(1)}`)).at('error.code')).toBe('404-001');
    expect((await kit.v3('/vouchers/1234567890')).at('error.code')).toBe('400-67B');
  });
});

describe('several vouchers', () => {
  it('are returned in the order of their ids, without the unknown ids', async () => {
    const first = await idOf('1000000050');
    const second = await idOf('1000000100');
    const reply = await kit.v3(`/vouchers?id=${second},${nobody(1)},${first}`);
    expect(reply.at('vouchers')).toMatchObject([{ voucher_id: second }, { voucher_id: first }]);
  });

  it.each([
    ['20 ids', Array.from({ length: 20 }, (_, index) => nobody(index)), 200, undefined],
    ['21 ids', Array.from({ length: 21 }, (_, index) => nobody(index)), 400, '400-B32'],
    ['an id twice', [nobody(1), nobody(1)], 400, '400-215'],
    ['an id that is not a UUID', [nobody(1), '1234567890'], 400, '400-67B'],
    ['no ids', [], 400, '400-67B'],
  ])('%s are answered with the right code', async (_, ids, status, code) => {
    const reply = await kit.v3(`/vouchers?id=${ids.join(',')}`);
    expect([reply.status, reply.at('error.code')]).toEqual([status, code]);
  });
});
