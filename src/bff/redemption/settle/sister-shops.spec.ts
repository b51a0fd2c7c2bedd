import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { captureFact, createTestJournals, NO_BASELINE, newTender } from '../../../testing/databases/journal-kit.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, createTestTill, MEI, seedPeople } from '../../../testing/rigs/till.ts';
import { onlyServer } from '../../platform/store/servers.ts';
import type { TenderJournal } from '../journal/tender-store.ts';

const REF = '1234567890';
const EAST = shopNamed('east');
const EAST_MID = '000000000000043';
const MINUTE_MS = 60_000;

let till: Awaited<ReturnType<typeof createTestTill>>;
let east: TenderJournal;
async function open(account = 'main'): Promise<void> {
  till = await createTestTill();
  till.issuer.add(REF);
  await seedPeople(till.db, EAST, account);
  east = createTestJournals({ db: till.db, servers: onlyServer(99) }, till.clock).tenders;
  await east.learnMid(EAST, EAST_MID);
}
beforeEach(() => open());
afterEach(() => till.settler.stop());

/** Redeems in the sister shop, without its claim, which may follow. */
async function redeemedInEast() {
  const begun = await east.begin(newTender(EAST, { ref: REF, device: BEN.device }), NO_BASELINE);
  if (begun.outcome !== 'new') throw new Error(begun.outcome);
  till.issuer.captureElsewhere(REF, 2000, EAST_MID);
  return begun.record;
}
const lastCapture = () => till.issuer.ledger().at(-1)?.captureId ?? '';

/** Redeems here; the answer is lost and nothing was taken. @returns the id */
async function lostHere(): Promise<string> {
  const id = randomUUID();
  till.issuer.failNext({ commit: 'never', answer: 'lost' });
  const put = till.tenders.put(ANA, id, { code: REF, amount: 2000, currency: 'SGD' });
  await till.clock.advance(6_000);
  await put;
  return id;
}
const stateOf = async (id: string) => (await till.tenders.get(ANA, id)).state;
const caseOf = async (id: string) => (await till.attention.list()).find((one) => one.id === id);

describe.each([true, false])('after a redemption in a sister shop (our mid is known: %s)', (isMidKnown) => {
  beforeEach(async () => {
    if (isMidKnown) await till.journal.learnMid(ANA.shop, '000000000000042');
    till.issuer.searchLagMs = 20_000;
  });

  it('a lost answer is settled as “not redeemed” without a manager', async () => {
    const tender = await redeemedInEast();
    await east.capture(tender, captureFact(lastCapture()));
    const id = await lostHere();
    await till.clock.advance(5 * MINUTE_MS);
    expect(await stateOf(id)).toBe('not_captured');
  });

  it('a lost answer needs no manager if nothing was redeemed and the last check is older than that redemption', async () => {
    await till.check(ANA, REF);
    const tender = await redeemedInEast();
    await east.capture(tender, captureFact(lastCapture()));
    const id = await lostHere();
    await till.clock.advance(5 * MINUTE_MS);
    expect(await stateOf(id)).toBe('not_captured');
  });

  it('an unclaimed capture under that mid goes to a manager, and a claim ends the case', async () => {
    till.issuer.captureElsewhere(REF, 2000, EAST_MID);
    const captureId = lastCapture();
    const id = await lostHere();
    await till.clock.advance(11 * MINUTE_MS);
    expect(await stateOf(id)).toBe('manager');
    expect((await caseOf(id))?.candidates).toMatchObject([{ transactionId: captureId }]);
    const late = newTender(EAST, { ref: '9999999999' });
    const begun = await east.begin(late, NO_BASELINE);
    if (begun.outcome !== 'new') throw new Error(begun.outcome);
    expect(await east.capture(begun.record, captureFact(captureId))).not.toBeNull();
    expect((await caseOf(id))?.candidates).toEqual([]);
    const attach = { action: 'attach', reason: 'it fits', transactionId: captureId } as const;
    await expect(till.attention.settle(MEI, id, attach)).rejects.toMatchObject({ status: 409 });
  });
});

it('the voucher is refused in this shop while the sister shop awaits its answer', async () => {
  await redeemedInEast();
  const put = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
  await expect(put).rejects.toMatchObject({ status: 409, code: 'voucher-open' });
  expect(await till.check(ANA, REF)).toMatchObject({ open: { mine: false }, refusal: { reason: 'open-elsewhere' } });
});

it('a shop of another account is not affected, and its rows count as usual', async () => {
  await till.settler.stop();
  await open('other');
  await redeemedInEast();
  const { view } = await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
  expect(view.state).toBe('captured');
});
