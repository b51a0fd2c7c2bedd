import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { ANA, createTestTill, MEI } from '../../testing/till.ts';

const REF = '1234567890';
const W = 210_000;

it('money goes back to a voucher only when no second attempt can take it again', async () => {
  const till = await createTestTill({ safeSecondAttempt: true });
  till.issuer.add(REF);
  const redeem = async (amount: number) => {
    const id = randomUUID();
    await till.check(ANA, REF);
    const put = till.tenders.put(ANA, id, { code: REF, amount, currency: 'SGD' });
    await till.clock.advance(LIMITS.tenderWaitMs);
    expect((await put).view.state).toBe('captured');
    return id;
  };
  const refund = (tenderId: string) => till.refunds.put(MEI, randomUUID(), { tenderId, reason: 'wrong voucher' });

  const small = await redeem(1000);
  till.issuer.failNext({ commit: { afterMs: 140_000 }, answer: 'lost' });
  const twice = await redeem(4000);
  const sentTwiceAt = till.clock.monotonic() - LIMITS.tenderWaitMs + LIMITS.settleFirstMs;
  expect(till.issuer.attempts()).toBe(3);
  const tooEarly = { status: 409, code: 'too-early', details: { retryAfterMs: expect.any(Number) } };
  await expect(refund(twice)).rejects.toMatchObject(tooEarly);
  await expect(refund(small)).rejects.toMatchObject(tooEarly);

  await till.clock.advance(sentTwiceAt + W - 1 - till.clock.monotonic());
  await expect(refund(twice)).rejects.toMatchObject({ code: 'too-early', details: { retryAfterMs: 1 } });
  await till.clock.advance(1);
  const answer = refund(twice);
  await till.clock.advance(1);
  expect((await answer).view.state).toBe('refunded');
  expect(till.issuer.ledger().map(({ amount }) => amount)).toEqual([1000, 4000]);
});
