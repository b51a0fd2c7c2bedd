import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHOPS } from './credentials.ts';
import { failureCodes, type SpecSandbox, startForSpec } from './spec-kit.ts';

let kit: SpecSandbox;
beforeEach(async () => {
  kit = await startForSpec();
});
afterEach(() => kit.sandbox.close());

const range = (start: unknown, end: unknown = start, product_class = 'ETX_001') => ({
  product_class,
  start_sequence_voucher_ref: start,
  end_sequence_voucher_ref: end,
});
const activate = (body: object) => kit.merchant('/vouchers/actions/activate', body);
const deactivate = (body: object) => kit.merchant('/vouchers/actions/deactivate', body);
const status = async (sequence: string) => (await kit.truth(await kit.card(sequence))).vouchers[0]?.status;

describe('activate', () => {
  it('makes a card active that could not be redeemed before', async () => {
    const ref = await kit.card('000101');
    expect(failureCodes(await kit.redeem(ref, 500))).toEqual([400, 'failed', 'ERV0009']);
    expect((await activate(range('000101'))).body).toEqual({
      data: { mid: SHOPS[0].mid, activation_id: expect.stringMatching(/^\d{37}$/) },
      meta: { status: 'succeeded' },
      links: [{ rel: 'deactivate', href: '/api/vouchers/actions/deactivate' }],
    });
    expect((await kit.redeem(ref, 500)).status).toBe(200);
  });

  it('activates every card from start to end, and no other', async () => {
    await activate(range('000150', '000199'));
    const { body } = await kit.send('GET', '/sandbox/ledger');
    const { vouchers } = body as { vouchers: { sequence: string | null; status: string }[] };
    const active = vouchers
      .filter((card) => card.sequence !== null && card.status === 'Active')
      .map((card) => card.sequence);
    const asked = Array.from({ length: 50 }, (_, index) => `000${150 + index}`);
    expect(active).toEqual([...asked, '000601', '000602', '000603']);
  });

  it('leaves active cards unchanged', async () => {
    await kit.redeem(await kit.card('000601'), 1000);
    expect((await activate(range('000600', '000603'))).status).toBe(200);
    expect((await kit.truth(await kit.card('000601'))).vouchers[0]).toMatchObject({
      status: 'Active',
      remaining: 4000,
    });
  });

  it('activates no card of a range that contains a void card', async () => {
    expect(failureCodes(await activate(range('000599', '000604')))).toEqual([400, 'failed', 'ERV0006']);
    expect(await status('000599')).toBe('Inactive');
  });

  it('activates no card after its end date', async () => {
    kit.clock.now += 400 * 24 * 60 * 60_000;
    expect(failureCodes(await activate(range('000101')))).toEqual([400, 'failed', 'ERV0004']);
  });

  it('is not listed by search', async () => {
    await activate(range('000101'));
    expect((await kit.search()).at('data')).toEqual([]);
  });

  it('finds no cards outside the existing sequences', async () => {
    expect(failureCodes(await activate(range('000700', '000800')))).toEqual([400, 'failed', 'ERV0001']);
  });

  it.each([
    ['a start after the end', range('000150', '000149')],
    ['start and end of different lengths', range('101', '000150')],
    ['a sequence number that is not digits', range('00010A')],
    ['a sequence number that is a number', range(101)],
    ['another product class', range('000101', '000101', 'OTHER')],
    ['no range', {}],
  ])('refuses %s', async (_, body) => {
    expect(failureCodes(await activate(body))).toEqual([400, 'failed', 'ERV0009']);
  });

  it('refuses a caller without the credentials of a shop', async () => {
    expect(failureCodes(await kit.send('POST', '/merchant/v1/vouchers/actions/activate', range('000101')))).toEqual([
      401,
      'failed',
      'SBX0401',
    ]);
  });
});

describe('deactivate', () => {
  it('undoes an activation', async () => {
    await activate(range('000101', '000102'));
    expect((await deactivate(range('000101', '000102'))).body).toMatchObject({
      data: { mid: SHOPS[0].mid },
      meta: { status: 'succeeded' },
    });
    expect([await status('000101'), await status('000102')]).toEqual(['Inactive', 'Inactive']);
  });

  it('is refused for the whole range if one of its cards was used', async () => {
    await activate(range('000101', '000102'));
    await kit.redeem(await kit.card('000102'), 1);
    expect(failureCodes(await deactivate(range('000101', '000102')))).toEqual([400, 'failed', 'ERV0033']);
    expect([await status('000101'), await status('000102')]).toEqual(['Active', 'Active']);
  });
});
