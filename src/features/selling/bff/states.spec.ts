import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, BEN, createTestTill } from '../../../testing/rigs/till.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
let id: string;
beforeEach(async () => {
  till = await createTestTill();
  id = randomUUID();
  await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 45 });
});

describe('the state of sold vouchers', () => {
  it('is requested in groups of twenty, and returned by position, without any usable code', async () => {
    till.issuer.changeIssued('SOLD00000022', { status: 'used', remaining: { amount: 0, currency: 'SGD' } });
    const asked = vi.spyOn(till.issuer, 'vouchersById');
    const states = await till.issues.states(ANA, id, 20);
    expect(asked.mock.calls.map(([ids]) => ids.length)).toEqual([20]);
    expect(states.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, index) => 20 + index));
    expect(states.filter(({ status }) => status !== 'active')).toEqual([
      { position: 21, status: 'used', remaining: { amount: 0, currency: 'SGD' }, expires: '2031-01-15T00:00:00.000Z' },
    ]);
    expect(await till.issues.states(ANA, id, 40)).toHaveLength(5);
    expect(JSON.stringify(states)).not.toContain('SOLD');
  });

  it('is not requested if there are no vouchers', async () => {
    const asked = vi.spyOn(till.issuer, 'vouchersById');
    expect(await till.issues.states(ANA, id, 45)).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is unknown for vouchers that the issuer does not return', async () => {
    vi.spyOn(till.issuer, 'vouchersById').mockResolvedValueOnce({ outcome: 'found', value: [] });
    expect((await till.issues.states(ANA, id, 40))[0]).toEqual({
      position: 40,
      status: 'unknown',
      remaining: null,
      expires: null,
    });
    vi.spyOn(till.issuer, 'vouchersById').mockResolvedValueOnce({ outcome: 'absent' });
    expect((await till.issues.states(ANA, id, 40)).every(({ status }) => status === 'unknown')).toBe(true);
  });

  it('can be requested again if the issuer’s response was unclear', async () => {
    vi.spyOn(till.issuer, 'vouchersById').mockResolvedValueOnce({ outcome: 'unclear', reason: 'timed out' });
    await expect(till.issues.states(ANA, id, 0)).rejects.toMatchObject({ status: 502, code: 'issuer-unclear' });
  });

  it('is returned to the seller', async () => {
    await expect(till.issues.states(BEN, id, 0)).rejects.toMatchObject({ status: 404 });
  });
});

describe('one product', () => {
  it('is described, or reported as missing', async () => {
    expect(await till.issues.product('GIFTOPEN')).toMatchObject({ code: 'GIFTOPEN', openValue: true, worth: null });
    await expect(till.issues.product('NOTHING')).rejects.toMatchObject({ status: 404, code: 'not-found' });
    till.issuer.stopSelling();
    await expect(till.issues.product('GIFTOPEN')).rejects.toMatchObject({ code: 'not-sold-here' });
  });
});
