import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/access/limits.ts';
import { createIssuerRig } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer } from '../../testing/raw-server.ts';
import type { HttpIssuer } from './http.ts';
import type { RedeemOrder } from './port.ts';

const rig = createIssuerRig();
afterEach(() => rig.close());

const nothing = () => undefined;
const REF = '4000123456';
const redemption: RedeemOrder = { ref: REF, worth: { amount: 2000, currency: 'SGD' } };
const captured = { data: { capture_id: '12', captured_amount: 2000 }, meta: { status: 'succeeded' } };

/** JSON, padded with spaces to a number of bytes. */
const padded = (body: unknown, bytes: number) => httpAnswer(200, JSON.stringify(body).padEnd(bytes));

describe('the maximum size of an answer', () => {
  it.each<[string, number, (issuer: HttpIssuer) => Promise<unknown>, object]>([
    ['redemption', LIMITS.answerBytesMax, (issuer) => issuer.redeem(redemption, nothing), { outcome: 'unknown' }],
    ['check', LIMITS.answerBytesMax, (issuer) => issuer.checkByRef(REF), { outcome: 'unclear' }],
    ['voucher', LIMITS.answerBytesMax, (issuer) => issuer.checkByVoucherId('id-1'), { outcome: 'unclear' }],
    [
      'refund',
      LIMITS.answerBytesMax,
      (issuer) => issuer.refund({ scope: 'edr', captureId: '12', ref: REF }, nothing),
      { outcome: 'unknown' },
    ],
    [
      'page of a search',
      LIMITS.pageAnswerBytesMax,
      (issuer) => issuer.searchPage({ from: 0, to: 1 }, 0),
      { outcome: 'unclear' },
    ],
  ])('for a %s is %d bytes, and a larger answer is discarded', async (_kind, most, ask, without) => {
    const fits = await ask(rig.issuerAt(await rig.serve(() => padded({}, most))));
    expect(fits).toMatchObject({ reason: expect.not.stringContaining('too large') as string });
    const tooLarge = await ask(rig.issuerAt(await rig.serve(() => padded({}, most + 1))));
    expect(tooLarge).toEqual({ ...without, reason: 'answer too large' });
  });

  it('leaves room for all voucher data of a redemption, and a larger answer is unknown', async () => {
    const vouchers = [
      { ref: REF, product_label: '$20', terms: 'x'.repeat(30_000), balance: { left: 0, currency: 'SGD' } },
    ];
    const fits = await rig.serve(() => padded({ ...captured, vouchers }, LIMITS.answerBytesMax));
    expect(await rig.issuerAt(fits).redeem(redemption, nothing)).toMatchObject({
      outcome: 'captured',
      captureId: '12',
    });
    const longer = await rig.serve(() => padded({ ...captured, vouchers }, LIMITS.answerBytesMax + 1));
    expect(await rig.issuerAt(longer).redeem(redemption, nothing)).toEqual({
      outcome: 'unknown',
      reason: 'answer too large',
    });
  });
});
