import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, SHOPS } from './credentials.ts';
import { checkPath, FORM, failureCodes, type SpecSandbox, shopHeaders, startForSpec } from './spec-kit.ts';

let kit: SpecSandbox;
beforeAll(async () => {
  kit = await startForSpec();
});
afterAll(() => kit.sandbox.close());

describe('the v2 check', () => {
  it.each([
    ['1234567890', 'Active', 1000, '14 Mar 2032'],
    ['1000000051', 'Active', 2340, '14 Mar 2032'],
    ['2000000004', 'Inactive', 5000, '14 Mar 2032'],
    ['2000000003', 'Expired', 5000, '14 Mar 2031'],
    ['2000000005', 'Trashed', 5000, '14 Mar 2032'],
    ['2000000001', 'Used', 0, '14 Mar 2032'],
    ['3000000004', 'Active', 4, '14 Mar 2032'],
  ])('reports %s as %s with %i left until %s', async (ref, status, remaining_value, expiration_date) => {
    expect((await kit.v2([ref])).body).toEqual({
      meta: { status: 'succeeded' },
      data: [{ voucher_settlement_ref: ref, status, remaining_value, expiration_date }],
    });
  });

  it('returns several refs in their order, and omits unknown ones', async () => {
    const reply = await kit.v2(['3000000004', '9999999999', '1234567890']);
    expect(reply.at('data')).toMatchObject([
      { voucher_settlement_ref: '3000000004' },
      { voucher_settlement_ref: '1234567890' },
    ]);
  });

  it('accepts settlement refs, and returns the ref as sent', async () => {
    const settlementRef = (await kit.truth('1234567890')).vouchers[0]?.settlementRef ?? '';
    expect((await kit.v2([settlementRef])).at('data.0')).toMatchObject({
      voucher_settlement_ref: settlementRef,
      remaining_value: 1000,
    });
  });

  it('finds vouchers only in their own product class', async () => {
    expect((await kit.v2(['1234567890'], 'OTHER')).at('data')).toEqual([]);
  });

  it.each([
    ['no refs', { voucher_settlement_refs: [] }],
    ['more than 100 refs', { voucher_settlement_refs: Array.from({ length: 101 }, String) }],
    ['refs that are numbers', { voucher_settlement_refs: [1234567890] }],
    ['another body', { refs: ['1234567890'] }],
  ])('refuses %s', async (_, body) => {
    const headers = { ...(await kit.bearer()), ...shopHeaders(CLIENT) };
    expect(failureCodes(await kit.send('POST', checkPath('ETX_001'), body, headers))).toEqual([
      400,
      'failed',
      'ERV0009',
    ]);
  });

  it('needs both the bearer token and the shop’s credentials', async () => {
    const body = { voucher_settlement_refs: ['1234567890'] };
    for (const headers of [
      {},
      await kit.bearer(),
      shopHeaders(CLIENT),
      { ...(await kit.bearer()), ...shopHeaders({ ...CLIENT, clientSecret: 'guess' }) },
    ]) {
      expect(failureCodes(await kit.send('POST', checkPath('ETX_001'), body, headers))).toEqual([
        401,
        'failed',
        'SBX0401',
      ]);
    }
  });

  it('accepts a token of its own address, and the credentials of the shop', async () => {
    const form = `grant_type=client_credentials&client_id=${CLIENT.clientId}&client_secret=${CLIENT.clientSecret}`;
    const token = String((await kit.send('POST', '/client/v2/connect/token', form, FORM)).at('access_token'));
    const headers = { authorization: `Bearer ${token}`, ...shopHeaders(SHOPS[0]) };
    expect(
      (await kit.send('POST', checkPath('ETX_001'), { voucher_settlement_refs: ['1234567890'] }, headers)).status,
    ).toBe(200);
  });
});
