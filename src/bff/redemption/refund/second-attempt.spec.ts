import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import {
  captureFact,
  createTestJournals,
  NO_BASELINE,
  newTender,
  UNKNOWN,
} from '../../../testing/databases/journal-kit.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, createTestTill, MEI, seedPeople } from '../../../testing/rigs/till.ts';
import { onlyServer } from '../../platform/store/servers.ts';

const REF = '1234567890';
const W = 210_000;

const EARLY = { status: 409, code: 'too-early', details: { retryAfterMs: expect.any(Number) } };

/**
 * Makes a till whose issuer loses an answer and redeems after 140 s.
 *
 * So a second attempt may take the money first.
 */
async function createStory() {
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
  const redeemTwice = async (amount: number) => {
    till.issuer.failNext({ commit: { afterMs: 140_000 }, answer: 'lost' });
    const id = await redeem(amount);
    return { id, sentTwiceAt: till.clock.monotonic() - LIMITS.tenderWaitMs + LIMITS.settleFirstMs };
  };
  const refund = (tenderId: string) => till.refunds.put(MEI, randomUUID(), { tenderId, reason: 'wrong voucher' });
  return { ...till, redeem, redeemTwice, refund };
}

it('a voucher is refunded only when no second attempt can redeem it again', async () => {
  const { clock, issuer, redeem, redeemTwice, refund } = await createStory();
  const small = await redeem(1000);
  const { id: twice, sentTwiceAt } = await redeemTwice(4000);
  expect(issuer.attempts()).toBe(3);
  await expect(refund(twice)).rejects.toMatchObject(EARLY);
  await expect(refund(small)).rejects.toMatchObject(EARLY);

  await clock.advance(sentTwiceAt + W - 1 - clock.monotonic());
  await expect(refund(twice)).rejects.toMatchObject({ code: 'too-early', details: { retryAfterMs: 1 } });
  await clock.advance(1);
  const answer = refund(twice);
  await clock.advance(1);
  expect((await answer).view.state).toBe('refunded');
  expect(issuer.ledger().map(({ amount }) => amount)).toEqual([1000, 4000]);
});

it.each([11, -11])('setting the wall clock %d minutes ahead does not allow an earlier refund', async (minutes) => {
  const { clock, issuer, redeemTwice, refund } = await createStory();
  const { id } = await redeemTwice(4000);
  clock.jump(minutes * 60_000);
  await expect(refund(id)).rejects.toMatchObject(EARLY);
  await clock.advance(W - 1);
  await expect(refund(id)).rejects.toMatchObject(EARLY);

  await clock.advance(11 * 60_000);
  const answer = refund(id);
  await clock.advance(1);
  expect((await answer).view.state).toBe('refunded');
  expect(issuer.ledger().map(({ amount }) => amount)).toEqual([4000]);
});

it.each([
  ['main', EARLY],
  ['another', { view: { state: 'refunded' } }],
])(
  'a refund waits for a second attempt in a sister shop, unless that shop is of another account: %s',
  async (account, expected) => {
    const { clock, db, redeem, refund } = await createStory();
    const small = await redeem(1000);
    const east = shopNamed('east');
    await seedPeople(db, east, account);
    const { tenders } = createTestJournals({ db, servers: onlyServer(99) }, clock);
    const begun = await tenders.begin(newTender(east, { ref: REF }), NO_BASELINE);
    if (begun.outcome !== 'new') throw new Error(begun.outcome);
    const lost = await tenders.append(begun.record, UNKNOWN);
    const again = await tenders.append(lost, { kind: 'sent', attempt: 2, offset: null });
    await tenders.capture(again, captureFact('c-1'));
    const answer = refund(small).catch((error: unknown) => error);
    await clock.advance(1);
    expect(await answer).toMatchObject(expected);
  },
);
