import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { createModelIssuer, MODEL_MID, type ModelFault } from '../../../testing/issuer/model-issuer.ts';
import { ANA, createTestTill, MEI, openTestStore, SHOP } from '../../../testing/rigs/till.ts';

const REF = '1234567890';
const LOST: ModelFault = { commit: 'never', answer: 'lost' };

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill({ safeSecondAttempt: true });
  till.issuer.add(REF);
});

/** Redeems after a check, with what goes wrong, and waits for the answer of the PUT. */
async function redeem(amount: number, ...faults: ModelFault[]): Promise<string> {
  await till.check(ANA, REF);
  till.issuer.failNext(...faults);
  const id = randomUUID();
  const put = till.tenders.put(ANA, id, { code: REF, amount, currency: 'SGD' });
  await till.clock.advance(LIMITS.tenderWaitMs);
  await put;
  return id;
}

const stateOf = async (id: string) => (await till.tenders.get(ANA, id)).state;
const captured = () => till.issuer.ledger().map(({ amount }) => amount);

describe('a lost answer to a request for most of the balance', () => {
  it('is settled within seconds by a second attempt if nothing was redeemed', async () => {
    const id = await redeem(5000, LOST);
    expect([await stateOf(id), captured(), till.issuer.attempts()]).toEqual(['captured', [5000], 2]);
  });

  it('does not cause a second attempt while a manager has put the voucher on hold', async () => {
    await till.check(ANA, REF);
    till.issuer.failNext(LOST);
    const id = randomUUID();
    const put = till.tenders.put(ANA, id, { code: REF, amount: 5000, currency: 'SGD' });
    await expect.poll(() => till.issuer.attempts()).toBe(1);
    await till.holds.put(MEI, randomUUID(), { code: REF, reason: 'Reported stolen' });
    await till.clock.advance(LIMITS.tenderWaitMs);
    await put;
    await till.clock.advance(600_000);
    expect([await stateOf(id), captured(), till.issuer.attempts()]).toEqual(['not_captured', [], 1]);
  });

  it('is found as captured if a second attempt is declined, because the first succeeded', async () => {
    till.issuer.searchLagMs = 30_000;
    const before = await till.issuer.checkByRef(REF);
    till.issuer.checkByRef = () => Promise.resolve(before);
    const id = await redeem(3000, { commit: 'now', answer: 'lost' });
    expect([await stateOf(id), captured(), till.issuer.attempts()]).toEqual(['unknown', [3000], 2]);
    await till.clock.advance(60_000);
    expect([await stateOf(id), captured(), till.issuer.attempts()]).toEqual(['captured', [3000], 2]);
  });

  it('cannot redeem twice if the first attempt arrives late', async () => {
    const id = await redeem(5000, { commit: { afterMs: 90_000 }, answer: 'lost' });
    expect(await stateOf(id)).toBe('captured');
    await till.clock.advance(120_000);
    expect(captured()).toEqual([5000]);
  });

  it('causes no third attempt if the second answer is also lost, and restarts W', async () => {
    const id = await redeem(5000, LOST, LOST);
    await till.clock.advance(210_000 - LIMITS.tenderWaitMs + 1_000);
    expect([await stateOf(id), till.issuer.attempts()]).toEqual(['unknown', 2]);
    await till.clock.advance(40_000);
    expect([await stateOf(id), captured(), till.issuer.attempts()]).toEqual(['not_captured', [], 2]);
  });

  it('stays unknown if the second attempt could not be sent', async () => {
    const id = await redeem(5000, LOST, { commit: 'never', answer: 'not-sent' });
    expect(await stateOf(id)).toBe('unknown');
    await till.clock.advance(240_000);
    expect([await stateOf(id), captured()]).toEqual(['not_captured', []]);
  });
});

describe('a second attempt', () => {
  it('is not made if both attempts could succeed', async () => {
    const id = await redeem(2500, LOST);
    await till.clock.advance(60_000);
    expect([await stateOf(id), till.issuer.attempts()]).toEqual(['unknown', 1]);
  });

  it('is not made if another caller redeemed from the voucher meanwhile', async () => {
    await till.journal.learnMid(SHOP, MODEL_MID);
    till.clock.sleep(1_000).then(
      () => till.issuer.captureElsewhere(REF, 100, '7'),
      () => undefined,
    );
    const id = await redeem(4000, LOST);
    expect([await stateOf(id), till.issuer.attempts()]).toEqual(['unknown', 1]);
  });

  it('is not made if the earlier balance of the voucher was never read', async () => {
    till.issuer.silent = true;
    till.issuer.failNext(LOST);
    const id = randomUUID();
    const put = till.tenders.put(ANA, id, { code: REF, amount: 5000, currency: 'SGD' });
    await till.clock.advance(LIMITS.tenderWaitMs);
    await put;
    till.issuer.silent = false;
    await till.clock.advance(30_000);
    expect([await stateOf(id), till.issuer.attempts()]).toEqual(['unknown', 1]);
  });

  it('is not made if the setting is off', async () => {
    till = await createTestTill();
    till.issuer.add(REF);
    const id = await redeem(5000, LOST);
    expect([await stateOf(id), till.issuer.attempts()]).toEqual(['unknown', 1]);
  });
});

it('a server that stops during the second attempt leaves it to settling, and no server sends a third attempt', async () => {
  const shared = { clock: createManualClock(), db: await openTestStore() };
  const issuer = createModelIssuer(shared);
  till = await createTestTill({ ...shared, issuer, safeSecondAttempt: true });
  issuer.add(REF);
  const id = await redeem(5000, LOST, { commit: 'now', answer: { afterMs: 3_600_000 } });
  expect(await stateOf(id)).toBe('sent');
  const next = await createTestTill({ ...shared, issuer, safeSecondAttempt: true });
  await next.settler.recover();
  await shared.clock.advance(5_000);
  expect([(await next.tenders.get(ANA, id)).state, captured(), issuer.attempts()]).toEqual(['captured', [5000], 2]);
});
