import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, type FaultName } from '../../sandbox/fault-table.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { createIssuerRig } from '../../testing/issuer/issuer-rig.ts';
import { systemRandom } from '../platform/base/ports.ts';
import type { IssuerConfig } from './config.ts';
import type { FeatureCalls } from './feature-calls.ts';
import type { HttpIssuer } from './http.ts';
import type { RedeemOutcome, VoucherState } from './port.ts';

const HOUR_MS = 3_600_000;
const rig = createIssuerRig();
let sandbox: Sandbox;
let issuer: HttpIssuer & FeatureCalls;

beforeAll(async () => {
  sandbox = rig.closing(await startSandbox({ directory: ':memory:' }));
  issuer = issuerWith({});
});
afterAll(() => rig.close());

function issuerWith(changes: Partial<IssuerConfig>): HttpIssuer & FeatureCalls {
  const [shop] = sandbox.shops;
  if (shop === undefined) throw new Error('the sandbox has no shop');
  const client = {
    baseUrl: sandbox.clientBaseUrl,
    token: { kind: 'fetched', url: sandbox.tokenUrl, ...sandbox.client },
    pair: sandbox.client,
  } as const;
  const merchant = {
    merchantBaseUrl: sandbox.merchantBaseUrl,
    merchantClientId: shop.clientId,
    merchantClientSecret: shop.clientSecret,
  };
  return rig.issuerAt(sandbox, { ...merchant, mid: shop.mid, client, upstreamTimeoutMs: 10_000, ...changes });
}

const redeem = (ref: string, amount: number, from = issuer): Promise<RedeemOutcome> =>
  from.redeem({ ref, worth: { amount, currency: 'SGD' } }, () => undefined);

async function stateOf(ref: string, from = issuer): Promise<VoucherState> {
  const asked = await from.checkByRef(ref);
  if (asked.outcome !== 'found') throw new Error(`the check came to ${asked.outcome}`);
  return asked.value;
}

async function rowsOf(ref: string) {
  const page = await issuer.searchPage({ from: Date.now() - HOUR_MS, to: Date.now() + HOUR_MS }, 0);
  return page.outcome === 'found'
    ? page.value.filter(({ vouchers }) => vouchers.some((voucher) => voucher.ref === ref))
    : [];
}

describe('the sandbox through the issuer client', () => {
  it.each([
    ['1234567890', 'active', 1000],
    ['1000000051', 'active', 2340],
    ['2000000001', 'used', 0],
    ['2000000003', 'expired', 5000],
    ['2000000004', 'inactive', 5000],
    ['2000000005', 'void', 5000],
  ])('reports through the legacy check that %s is %s', async (ref, status, amount) => {
    expect(await stateOf(ref)).toMatchObject({ status, remaining: null, holds: amount, source: 'legacy' });
  });

  it.each([
    ['1234567890', 'active', { remaining: { amount: 1000, currency: 'SGD' }, singleUse: false }],
    ['3000000001', 'active', { remaining: { amount: 2500, currency: 'SGD' }, singleUse: true }],
    ['3000000006', 'active', { remaining: { items: 3 }, singleUse: true }],
    ['MY123456789', 'active', { remaining: { amount: 5000, currency: 'MYR' }, singleUse: false }],
    ['2000000001', 'used', {}],
    ['2000000003', 'expired', {}],
    ['CD987654321', 'expired', {}],
    ['2000000004', 'inactive', {}],
    ['2000000005', 'void', {}],
  ])('reports through the merchant check that %s is %s', async (ref, status, more) => {
    expect(await stateOf(ref, issuerWith({ checkSource: 'merchant' }))).toMatchObject({ status, ...more });
  });

  it.each([
    ['1000000051', 'active', { remaining: { amount: 2340, currency: 'SGD' }, singleUse: false }],
    ['3000000001', 'active', { remaining: { amount: 2500, currency: 'SGD' }, singleUse: true }],
    ['3000000004', 'active', { remaining: { items: 4 }, singleUse: false }],
    ['MY123456789', 'active', { remaining: { amount: 5000, currency: 'MYR' } }],
    ['2000000001', 'used', { remaining: { amount: 0, currency: 'SGD' } }],
    ['2000000003', 'expired', { remaining: { amount: 5000, currency: 'SGD' } }],
    ['2000000004', 'inactive', { remaining: null, product: null }],
    ['2000000005', 'void', { remaining: null, product: null }],
  ])('reports through both checks at once that %s is %s', async (ref, status, more) => {
    const state = await stateOf(ref, issuerWith({ checkSource: 'both' }));
    expect(state).toMatchObject({ status, ...more, sources: { status: 'legacy', expires: 'legacy' } });
    expect(state.sources.holds).toBe(state.remaining === null ? 'legacy' : 'both');
  });

  it('names the product of a plastic card that cannot be bought over the API', async () => {
    const ref = sandbox.practiceVouchers().find(({ sequence }) => sequence === '000601')?.ref ?? '';
    const known = {
      status: 'active',
      remaining: { amount: 5000, currency: 'SGD' },
      product: { name: '$50 Gift Card' },
    };
    expect(await stateOf(ref, issuerWith({ checkSource: 'merchant' }))).toMatchObject(known);
  });

  it('returns absent for a ref without a voucher, through either check', async () => {
    expect(await issuer.checkByRef('9999999999')).toEqual({ outcome: 'absent' });
    expect(await issuerWith({ checkSource: 'merchant' }).checkByRef('9999999999')).toEqual({ outcome: 'absent' });
    expect(await issuerWith({ checkSource: 'both' }).checkByRef('9999999999')).toEqual({ outcome: 'absent' });
  });

  it('distinguishes items from cents by the product in the merchant check', async () => {
    const merchant = issuerWith({ checkSource: 'merchant' });
    expect(await stateOf('1000000050', merchant)).toMatchObject({
      status: 'active',
      remaining: { amount: 5000 },
      singleUse: false,
    });
    expect(await stateOf('3000000004', merchant)).toMatchObject({
      status: 'active',
      remaining: { items: 4 },
      singleUse: false,
    });
    expect(await stateOf('3000000003', merchant)).toMatchObject({ remaining: { items: 1 }, singleUse: true });
  });

  it('states the same last day in all three formats', async () => {
    const ref = '1000000053';
    const link = sandbox.practiceVouchers().find((voucher) => voucher.ref === ref)?.qr ?? '';
    const byId = await issuer.checkByVoucherId(link.split('/').at(-1) ?? '');
    const seconds = (state: VoucherState) => Math.floor((state.expiresAt ?? 0) / 1000);
    const client = byId.outcome === 'found' ? byId.value : null;
    expect(client).toMatchObject({ ref, status: 'active', source: 'client' });
    const expected = client === null ? Number.NaN : seconds(client);
    expect(seconds(await stateOf(ref))).toBe(expected);
    expect(seconds(await stateOf(ref, issuerWith({ checkSource: 'merchant' })))).toBe(expected);
  });

  it('captures, and finds the capture in the search under the same id', async () => {
    const outcome = await redeem('AB123456789', 1234);
    expect(outcome).toMatchObject({
      outcome: 'captured',
      captured: { amount: 1234, currency: 'SGD' },
      mid: sandbox.shops[0]?.mid,
    });
    if (outcome.outcome !== 'captured') return;
    expect(outcome.refundHandle).toBe(`edr-${outcome.captureId}`);
    expect(JSON.stringify(outcome.vouchers)).not.toContain('AB123456789');
    const rows = await rowsOf('AB123456789');
    expect(rows.map(({ type, transactionId }) => [type, transactionId])).toEqual(
      expect.arrayContaining([
        ['capture', outcome.captureId],
        ['authorization', outcome.authorizationId],
      ]),
    );
    expect(rows.find(({ type }) => type === 'capture')).toMatchObject({
      status: 'succeeded',
      amount: 1234,
      currency: 'SGD',
      mid: outcome.mid,
    });
    expect(await stateOf('AB123456789')).toMatchObject({ holds: 3766 });
  });

  it('redeems items from a product-based voucher', async () => {
    const coffees = { ref: '3000000005', worth: { items: 1 } };
    expect(await issuer.redeem(coffees, () => undefined)).toMatchObject({
      outcome: 'captured',
      captured: { items: 1 },
    });
  });

  it.each([
    ['9999999999', 'not-found'],
    ['2000000001', 'used'],
    ['2000000003', 'expired'],
    ['2000000005', 'void'],
    ['2000000004', 'issuer-declined'],
    ['1000000052', 'not-enough'],
  ])('receives the reason why %s is not redeemed: %s', async (ref, reason) => {
    expect(await redeem(ref, 100)).toMatchObject({
      outcome: 'declined',
      refusal: { reason, issuerCode: expect.stringMatching(/^ERV/) },
    });
  });

  const trouble: [FaultName, RedeemOutcome['outcome']][] = [
    ['dropAfterCommit', 'unknown'],
    ['dropBeforeCommit', 'unknown'],
    ['errorAfterCommit', 'unknown'],
    ['errorBeforeCommit', 'unknown'],
    ['unauthorizedAfterCommit', 'unknown'],
    ['pageAfterCommit', 'unknown'],
    ['badGatewayAfterCommit', 'unknown'],
    ['halfBodyAfterCommit', 'unknown'],
    ['failedInSuccess', 'unknown'],
    ['contradictoryAnswer', 'unknown'],
    ['partialCapture', 'captured'],
  ];
  it.each(trouble)('reports the fault %s as %s', async (fault, outcome) => {
    expect((await redeem(FAULTS[fault].ref, 700)).outcome).toBe(outcome);
  });

  it.each(['silentAfterCommit', 'silentBeforeCommit', 'lateCommit', 'lateAnswer'] as const)(
    'times out without an answer for %s',
    async (fault) => {
      const impatient = issuerWith({ upstreamTimeoutMs: 100 });
      expect(await redeem(FAULTS[fault].ref, 700, impatient)).toEqual({ outcome: 'unknown', reason: 'timed out' });
    },
  );

  it('never uses an old answer, or one meant for another voucher’s redemption', async () => {
    for (const fault of ['swappedAnswer', 'duplicatedAnswer', 'staleAnswer'] as const) {
      expect((await redeem(FAULTS.dropAfterCommit.ref, 700)).outcome).toBe('unknown');
      const outcome = await redeem(FAULTS[fault].ref, 700);
      expect(outcome).toMatchObject({ outcome: 'unknown', isMismatch: true });
      expect(JSON.stringify(outcome)).not.toContain(FAULTS.dropAfterCommit.ref);
    }
  });

  it('returns the captured amount if it was less than requested', async () => {
    expect(await redeem(FAULTS.partialCapture.ref, 700)).toMatchObject({ captured: { amount: 350, currency: 'SGD' } });
  });

  it('refunds a capture once', async () => {
    const ref = 'SG1234567890';
    const outcome = await redeem(ref, 1500);
    const captureId = outcome.outcome === 'captured' ? outcome.captureId : '';
    const refund = { scope: 'edr', captureId, ref };
    expect(await issuer.refund(refund)).toMatchObject({
      outcome: 'succeeded',
      value: { refundId: expect.stringMatching(/^\d+$/) },
    });
    expect(await stateOf(ref)).toMatchObject({ holds: 5000 });
    expect(await issuer.refund(refund)).toMatchObject({ outcome: 'declined' });
  });

  it('activates a range of cards, and deactivates it', async () => {
    const range = { start: '000101', end: '000103' };
    const ref = sandbox.practiceVouchers().find(({ sequence }) => sequence === '000102')?.ref ?? '';
    expect(await stateOf(ref)).toMatchObject({ status: 'inactive' });
    expect(await issuer.activate(range)).toMatchObject({ outcome: 'succeeded' });
    expect(await issuerWith({}).checkByRef(ref)).toMatchObject({ value: { status: 'active' } });
    expect(await issuer.deactivate(range)).toMatchObject({ outcome: 'succeeded' });
    expect(await issuerWith({}).checkByRef(ref)).toMatchObject({ value: { status: 'inactive' } });
    expect(await issuer.activate({ start: '999990', end: '999999' })).toMatchObject({ outcome: 'declined' });
  });

  it('finds a product, issues vouchers, and gets the same vouchers again for the same key', async () => {
    const catalogue = await issuer.catalogue();
    expect(catalogue.outcome === 'found' ? catalogue.value.map(({ code }) => code) : []).toContain('ABCVOPNSG01');
    expect(await issuer.product('ABCVOPNSG01')).toMatchObject({
      outcome: 'found',
      value: { isOpenValue: true, isValueBased: true },
    });
    expect(await issuer.product('NO-SUCH')).toEqual({ outcome: 'absent' });
    const order = { productCode: 'ABCVOPNSG01', quantity: 2, faceValue: 1550, idempotencyKey: systemRandom.uuid() };
    const issued = await issuer.issue(order);
    expect(issued).toMatchObject({
      outcome: 'succeeded',
      value: { vouchers: [{ remaining: { amount: 1550 } }, { status: 'active' }] },
    });
    expect(await issuer.issue(order)).toEqual(issued);
    const ids = issued.outcome === 'succeeded' ? issued.value.vouchers.map(({ voucherId }) => voucherId) : [];
    expect(await issuer.vouchersById(ids)).toMatchObject({
      outcome: 'found',
      value: ids.map((voucherId) => ({ voucherId })),
    });
  });

  it('returns the part of an order that could not be issued', async () => {
    const order = (productCode: string, quantity: number) => ({
      productCode,
      quantity,
      idempotencyKey: systemRandom.uuid(),
    });
    expect(await issuer.issue(order('ABCV005SG01', 1))).toMatchObject({
      outcome: 'declined',
      refusal: { issuerCode: '400-0C6' },
    });
    expect(await issuer.issue(order('ABCV010SG01', 21))).toMatchObject({
      outcome: 'declined',
      refusal: { issuerCode: '400-5DC' },
    });
  });

  it('measures no clock offset, because the sandbox uses our clock', async () => {
    await rowsOf('none');
    const offset = issuer.clockOffset();
    expect(Math.abs(offset?.offsetMs ?? Number.NaN)).toBeLessThanOrEqual((offset?.errorMs ?? 0) + 50);
  });

  it('never treats wrong credentials as a refusal of the voucher', async () => {
    const stranger = issuerWith({ merchantClientSecret: 'wrong' });
    expect(await redeem('1234567890', 100, stranger)).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('HTTP 401'),
    });
    expect(await stranger.searchPage({ from: 0, to: 1 }, 0)).toMatchObject({
      outcome: 'unclear',
      reason: expect.stringContaining('HTTP 401'),
    });
  });
});
