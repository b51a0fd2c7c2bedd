import { afterEach, describe, expect, it } from 'vitest';
import { createIssuerRig, jsonAnswer } from '../../testing/issuer/issuer-rig.ts';
import type { IssuerConfig } from './config.ts';
import type { RedeemOrder } from './port.ts';

const REF = '4000123456';
const OTHER = '4000987654';
const MID = '000000000000042';
const order: RedeemOrder = { ref: REF, worth: { amount: 700, currency: 'SGD' } };

const rig = createIssuerRig();
afterEach(() => rig.close());

const taken = (data: object, vouchers?: unknown) => ({
  data: { authorization_id: '11', capture_id: '12', mid: MID, captured_amount: 700, authorized_amount: 700, ...data },
  meta: { status: 'succeeded' },
  links: [],
  vouchers,
});
const succeeded = (data: unknown, more: object = {}) => ({ data, meta: { status: 'succeeded' }, ...more });

async function redeem(answer: unknown, changes: Partial<RedeemOrder> = {}, config: Partial<IssuerConfig> = {}) {
  const server = await rig.serve(() => jsonAnswer(answer));
  return rig.issuerAt(server, config).redeem({ ...order, ...changes }, () => undefined);
}

describe('a mismatched answer to a redemption', () => {
  it.each<[string, unknown, Partial<RedeemOrder>]>([
    ['names another voucher', taken({}, [{ ref: OTHER, remaining_value: 300 }]), {}],
    ['names another voucher by its code', taken({}, { voucher_code: OTHER }), {}],
    ['names another currency', taken({ currency: 'USD' }), {}],
    ['captured more than it authorized', taken({ authorized_amount: 350 }), {}],
    ['authorized more than requested', taken({ authorized_amount: 900 }), {}],
    ['also matches a refund', taken({ refund_id: '13' }), {}],
    ['states dollars instead of the requested cents', taken({ captured_amount: 7, authorized_amount: 7 }), {}],
    [
      'captured 8 minor units, but lowered the balance by 700',
      taken({ captured_amount: 8 }, [{ remaining_value: 9300 }]),
      { balanceBefore: 10_000 },
    ],
    ['captured a part, and used another value', taken({ captured_amount: 350 }, [{ ref: REF, using_value: 700 }]), {}],
    ['has a rounded id', taken({ capture_id: 12345678901234567000 }), {}],
  ])('is rejected if it %s', async (_, answer, changes) => {
    expect(await redeem(answer, changes)).toMatchObject({ outcome: 'unknown', isMismatch: true });
  });

  it('is rejected if it names a merchant id other than the configured one', async () => {
    expect(await redeem(taken({}), {}, { mid: '000000000000043' })).toMatchObject({ outcome: 'unknown' });
    expect(await redeem(taken({ mid: 42 }), {}, { mid: MID })).toMatchObject({ outcome: 'captured' });
  });
});

describe('a matching answer to a redemption', () => {
  it.each<[string, unknown, Partial<RedeemOrder>]>([
    ['names no voucher', taken({}), {}],
    [
      'names the voucher in another case or shortened',
      taken({}, [{ ref: 'ab0012' }, { ref: '0012' }]),
      { ref: 'XAB0012' },
    ],
    ['masks the voucher', taken({}, [{ ref: '******3456' }]), {}],
    ['returns a settlement ref, which may be another number', taken({}, [{ voucher_settlement_ref: 'b7c1' }]), {}],
    ['has vouchers of an unknown shape', taken({}, { list: [[OTHER]] }), {}],
    [
      'captured a part, and the remaining balance agrees',
      taken({ captured_amount: 350 }, [{ remaining_value: 650 }]),
      { balanceBefore: 1000 },
    ],
    [
      'took the hundredth that was on it',
      taken({ captured_amount: 7 }, [{ remaining_value: 0 }]),
      { balanceBefore: 7 },
    ],
    [
      'captured a part, and the earlier balance is unknown',
      taken({ captured_amount: 350, authorized_amount: 700 }),
      {},
    ],
    [
      'captured all, and left a balance unknown to the earlier check',
      taken({}, [{ remaining_value: 100 }]),
      { balanceBefore: 9000 },
    ],
  ])('is accepted if it %s', async (_, answer, changes) => {
    expect(await redeem(answer, changes)).toMatchObject({ outcome: 'captured' });
  });

  it('does not show the ref of any voucher', async () => {
    const entries = [
      { ref: REF, note: `beside ${OTHER}` },
      { ref: OTHER, voucherCode: 'AB12', left: 12 },
    ];
    const outcome = await redeem(taken({}, entries));
    expect(outcome).toMatchObject({
      vouchers: [
        { ref: '··3456', note: 'beside ··7654' },
        { ref: '··7654', voucherCode: '··AB12', left: '12' },
      ],
    });
  });
});

describe('a surplus answer on a connection', () => {
  it('never reaches the next redemption', async () => {
    const both = jsonAnswer(taken({ capture_id: '12' })) + jsonAnswer(taken({ capture_id: '13' }));
    const server = await rig.serve((_request, _socket, index) =>
      index === 0 ? both : jsonAnswer(taken({ capture_id: '14' })),
    );
    const issuer = rig.issuerAt(server);
    expect(await issuer.redeem(order, () => undefined)).toMatchObject({ captureId: '12' });
    expect(await issuer.redeem(order, () => undefined)).toMatchObject({ captureId: '14' });
  });

  it('closes the connections of checks if it answered another check', async () => {
    const row = (voucher_settlement_ref: string) =>
      jsonAnswer(succeeded([{ voucher_settlement_ref, status: 'Active', remaining_value: 1 }]));
    const server = await rig.serve((_request, _socket, index) => row(index === 0 ? OTHER : REF));
    const issuer = rig.issuerAt(server);
    expect(await issuer.checkByRef(REF)).toEqual({
      outcome: 'unclear',
      reason: 'the answer belongs to another request',
    });
    expect(await issuer.checkByRef(REF)).toMatchObject({ outcome: 'found', value: { ref: REF } });
    expect(server.connections()).toBe(2);
  });
});

describe('a mismatched answer to a reading request', () => {
  it.each([
    [
      'by ref',
      succeeded({ ref: OTHER, product_code: 'P', remaining_value: 500, expiration_date: '2031-02-28 23:59:59' }),
    ],
    ['by ref under another name', succeeded({ voucher_ref: OTHER, product_code: 'P', remaining_value: 500 })],
  ])('is unclear if the merchant check names another voucher %s', async (_, answer) => {
    const server = await rig.serve(() => jsonAnswer(answer));
    expect(await rig.issuerAt(server, { checkSource: 'merchant' }).checkByRef(REF)).toMatchObject({
      outcome: 'unclear',
    });
  });

  it('is unclear if v3 describes another voucher or another product', async () => {
    const voucher = { voucher_id: 'id-2', voucher_code: OTHER, status: 'active', remaining_amount: 5, currency: 'SGD' };
    const server = await rig.serve(({ target }) =>
      jsonAnswer(target.includes('?id=') ? { vouchers: [voucher] } : { voucher, product: { code: 'B' } }),
    );
    const issuer = rig.issuerAt(server);
    expect(await issuer.checkByVoucherId('id-1')).toMatchObject({ outcome: 'unclear' });
    expect(await issuer.vouchersById(['id-1'])).toMatchObject({ outcome: 'unclear' });
    expect(await issuer.product('A')).toMatchObject({ outcome: 'unclear' });
    expect(await issuer.checkByVoucherId('ID-2')).toMatchObject({ outcome: 'found' });
  });

  it('is unclear if one page of a search lists two amounts for one transaction', async () => {
    const row = (amount: number) => ({
      transaction_id: '1',
      type: 'Capture',
      status: 'ok',
      amount,
      vouchers: [{ ref: REF }],
    });
    const page = async (...data: unknown[]) =>
      rig.issuerAt(await rig.serve(() => jsonAnswer(succeeded(data)))).searchPage({ from: 0, to: 1 }, 0);
    expect(await page(row(700), row(900))).toMatchObject({ outcome: 'unclear' });
    expect(await page(row(700), row(700))).toMatchObject({ outcome: 'found' });
  });
});

describe('a refund’s answer', () => {
  const refund = async (answer: unknown, config: Partial<IssuerConfig> = {}) =>
    rig
      .issuerAt(await rig.serve(() => jsonAnswer(answer)), config)
      .refund({ scope: 'edr', captureId: '12', ref: REF }, () => undefined);

  it.each([
    ['names another voucher', succeeded({ refund_id: '21', mid: MID }, { vouchers: [{ ref: OTHER }] })],
    ['names another capture', succeeded({ refund_id: '21', capture_id: '13' })],
    ['belongs to an activation', succeeded({ refund_id: '21', activation_id: '3' })],
    ['names another merchant id', succeeded({ refund_id: '21', mid: '43' })],
    ['has a rounded id', succeeded({ refund_id: 12345678901234567000 })],
  ])('is rejected when it %s', async (_, answer) => {
    expect(await refund(answer, { mid: MID })).toMatchObject({ outcome: 'unknown', isMismatch: true });
  });

  it('is accepted when it repeats voucher and capture', async () => {
    const answer = succeeded({ refund_id: '21', capture_id: '12', mid: MID }, { vouchers: [{ ref: REF }] });
    expect(await refund(answer, { mid: MID })).toMatchObject({ outcome: 'succeeded', value: { refundId: '21' } });
  });
});
