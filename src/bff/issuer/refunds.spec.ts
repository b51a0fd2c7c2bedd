import { afterEach, describe, expect, it } from 'vitest';
import { createIssuerRig, jsonAnswer, refusedAnswer, sentBody } from '../../testing/issuer/issuer-rig.ts';
import { httpAnswer } from '../../testing/raw-server.ts';

const rig = createIssuerRig();
afterEach(() => rig.close());

const succeeded = (data: unknown) => jsonAnswer({ data, meta: { status: 'succeeded' } });

describe('refunding a capture', () => {
  const order = { scope: 'edr', captureId: '12', ref: '4000123456' };

  it('builds the path from the scope and the capture, and names the voucher', async () => {
    const server = await rig.serve(() => succeeded({ refund_id: 99, mid: '1' }));
    expect(await rig.issuerAt(server).refund(order)).toEqual({
      outcome: 'succeeded',
      value: { refundId: '99', mid: '1', vouchers: [] },
    });
    expect(server.requests[0]).toMatchObject({
      target: '/merchant/v1/transactions/edr-12/actions/refund?return_vouchers_info=true',
    });
    expect(sentBody(server)).toEqual({ vouchers: [{ product_class: 'ETX_001', ref: '4000123456' }] });
  });

  it('cannot be redirected to another path by its ids', async () => {
    const server = await rig.serve(() => succeeded({ refund_id: '99' }));
    await rig.issuerAt(server).refund({ ...order, scope: 'edr/../..', captureId: '12?x' });
    expect(server.requests[0]?.target).toBe(
      '/merchant/v1/transactions/edr%2F..%2F..-12%3Fx/actions/refund?return_vouchers_info=true',
    );
  });

  it.each<[string, string, string]>([
    ['without a refund id', succeeded({ mid: '1' }), 'unknown'],
    ['with a refusal', refusedAnswer('ERV0077'), 'declined'],
    ['with 403', refusedAnswer('ERV0077', 403), 'unknown'],
    ['with a redirect', httpAnswer(302, ''), 'unknown'],
  ])('is classified: %s', async (_name, answer, outcome) => {
    const server = await rig.serve(() => answer);
    expect((await rig.issuerAt(server).refund(order)).outcome).toBe(outcome);
  });
});
