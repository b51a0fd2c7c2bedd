import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TenderRequest } from '../../../contract/redemption/tender.ts';
import { ANA, BEN, createTestTill, SHOP } from '../../../testing/rigs/till.ts';

const REF = '1234567890';
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
});

const take = (amount: number, code = REF): TenderRequest => ({ code, amount, currency: 'SGD' });

/** Moves time on until a call that waits for it has its answer. */
async function whileTimePasses<T>(call: Promise<T>, ms = 6_000): Promise<T> {
  await till.clock.advance(ms);
  return call;
}

describe('a redemption', () => {
  it('redeems the amount once and returns the remaining balance', async () => {
    await till.check(ANA, REF);
    const { view: tender, isNew } = await till.tenders.put(ANA, randomUUID(), take(2000));
    expect(isNew).toBe(true);
    expect(tender).toMatchObject({
      state: 'captured',
      captured: { amount: 2000, currency: 'SGD' },
      remaining: { amount: 3000 },
      last4: '7890',
    });
    expect(till.issuer.ledger()).toMatchObject([{ captureId: tender.captureId, amount: 2000 }]);
  });

  it('redeems a voucher if its code was typed in lower case, whether or not it was checked before', async () => {
    till.issuer.add('AB123456789');
    for (const before of [() => till.check(ANA, 'ab123456789'), () => Promise.resolve()]) {
      await before();
      const { view } = await till.tenders.put(ANA, randomUUID(), take(1000, 'ab123456789'));
      expect(view).toMatchObject({ state: 'captured', last4: '6789' });
    }
    expect(till.issuer.ledger().map(({ ref }) => ref)).toEqual(['AB123456789', 'AB123456789']);
  });

  it('returns the current tender for the same id and body, and does not send it again', async () => {
    const id = randomUUID();
    const first = await till.tenders.put(ANA, id, take(2000));
    const again = await till.tenders.put(ANA, id, take(2000));
    expect(again).toEqual({ view: first.view, isNew: false });
    expect(till.issuer.attempts()).toBe(1);
  });

  it('is sent once if the same request arrives ten times at once', async () => {
    const id = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => till.tenders.put(ANA, id, take(2000))));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(all.map(({ view: tender }) => tender.state))).toEqual(new Set(['captured']));
    expect(till.issuer.ledger()).toHaveLength(1);
  });

  it('limits cancelled ids to a human rate, because each is stored for good', async () => {
    for (let given = 0; given < 60; given += 1) await till.tenders.cancel(ANA, randomUUID());
    await expect(till.tenders.cancel(ANA, randomUUID())).rejects.toMatchObject({ status: 429, code: 'slow-down' });
    expect((await till.tenders.cancel(BEN, randomUUID())).state).toBe('cancelled');
    await till.clock.advance(10 * 60_000);
    expect((await till.tenders.cancel(ANA, randomUUID())).state).toBe('cancelled');
  });

  it('refuses the same id for another amount, and refuses a cancelled id', async () => {
    const id = randomUUID();
    await till.tenders.put(ANA, id, take(2000));
    await expect(till.tenders.put(ANA, id, take(1000))).rejects.toMatchObject({ status: 409, code: 'tender-mismatch' });
    const given = randomUUID();
    expect(await till.tenders.cancel(ANA, given)).toEqual({ id: given, state: 'cancelled' });
    await expect(till.tenders.put(ANA, given, take(1000))).rejects.toMatchObject({
      status: 409,
      code: 'tender-cancelled',
    });
    expect(till.issuer.ledger()).toHaveLength(1);
  });

  it('is refused if another till holds the voucher, and names that till', async () => {
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)));
    await expect(till.tenders.put(BEN, randomUUID(), take(100))).rejects.toMatchObject({
      status: 409,
      code: 'voucher-open',
      details: { device: 'Till 1' },
    });
    expect(await till.check(BEN, REF)).toMatchObject({
      open: { device: 'Till 1', mine: false },
      refusal: { reason: 'open-elsewhere' },
    });
  });

  it.each([
    ['a currency that is not the shop’s', { code: REF, amount: 100, currency: 'USD' }, 'wrong-currency'],
    ['an impossible code', { code: '<b>', amount: 100, currency: 'SGD' }, 'bad-code'],
    ['a number of items for a voucher that is used one item at a time', { code: REF, items: 2 }, 'items-not-supported'],
  ])('refuses %s without storing it', async (_, request, code) => {
    await expect(till.tenders.put(ANA, randomUUID(), request)).rejects.toMatchObject({ status: 400, code });
    expect(await till.tenders.mine(ANA)).toEqual([]);
  });

  it('is declined with the issuer’s reason, and the voucher is released', async () => {
    const { view: tender } = await till.tenders.put(ANA, randomUUID(), take(9900));
    expect(tender).toMatchObject({ state: 'declined', refusal: { reason: 'not-enough' }, captured: null });
    expect((await till.tenders.put(ANA, randomUUID(), take(5000))).view.state).toBe('captured');
  });

  it('is captured in part if the issuer captures less', async () => {
    till.issuer.failNext({ commit: 'now', answer: 'normal', partial: 1500 });
    const { view: tender } = await till.tenders.put(ANA, randomUUID(), take(2000));
    expect(tender).toMatchObject({
      state: 'captured_partial',
      captured: { amount: 1500 },
      requested: { amount: 2000 },
    });
  });

  it('is not sent without a connection, and may be repeated', async () => {
    till.issuer.failNext({ commit: 'never', answer: 'not-sent' });
    expect((await till.tenders.put(ANA, randomUUID(), take(2000))).view.state).toBe('not_sent');
    expect((await till.tenders.put(ANA, randomUUID(), take(2000))).view.state).toBe('captured');
  });

  it('is visible to its cashier, its device and a manager only', async () => {
    const id = randomUUID();
    await till.tenders.put(ANA, id, take(2000));
    expect((await till.tenders.get({ ...BEN, person: { ...BEN.person, role: 'manager' } }, id)).id).toBe(id);
    expect((await till.tenders.get({ ...ANA, person: BEN.person }, id)).id).toBe(id);
    await expect(till.tenders.get(BEN, id)).rejects.toMatchObject({ status: 404 });
    expect(await till.tenders.mine(BEN)).toEqual([]);
  });

  it('is not returned to another cashier who repeats the request', async () => {
    const id = randomUUID();
    await till.tenders.put(ANA, id, take(2000));
    await expect(till.tenders.put(BEN, id, take(2000))).rejects.toMatchObject({
      status: 404,
      code: 'not-yours',
      retry: 'never',
    });
    await expect(till.tenders.get(BEN, id)).rejects.toMatchObject({ code: 'not-yours' });
    expect((await till.tenders.put({ ...ANA, person: BEN.person }, id, take(2000))).view.state).toBe('captured');
    expect(till.issuer.ledger()).toHaveLength(1);
  });
});

describe('a redemption whose answer is lost', () => {
  it('answers after five seconds at the latest, with the known state', async () => {
    till.issuer.failNext({ commit: 'now', answer: { afterMs: 60_000 } });
    const put = till.tenders.put(ANA, randomUUID(), take(2000));
    const { view: tender } = await whileTimePasses(put, 5_000);
    expect(tender.state).toBe('sent');
    await till.clock.advance(60_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('captured');
  });

  it('ends as captured, with exactly one capture, if the voucher was redeemed', async () => {
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    const { view: tender } = await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)));
    expect(tender).toMatchObject({ state: 'captured', captureId: till.issuer.ledger()[0]?.captureId });
    expect(till.issuer.ledger()).toHaveLength(1);
  });

  it('stays unknown until “not redeemed” is proved', async () => {
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const { view: tender } = await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)));
    expect(tender.state).toBe('unknown');
    await till.clock.advance(200_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('unknown');
    await till.clock.advance(45_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('not_captured');
    expect((await till.tenders.put(ANA, randomUUID(), take(2000))).view.state).toBe('captured');
  });

  it('finds a capture that was made late', async () => {
    till.issuer.failNext({ commit: { afterMs: 120_000 }, answer: 'lost' });
    const { view: tender } = await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)));
    await till.clock.advance(150_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('captured');
  });

  it('ignores an earlier capture made elsewhere', async () => {
    till.issuer.captureElsewhere(REF, 2000);
    await till.clock.advance(30_000);
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const { view: tender } = await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)));
    await till.clock.advance(300_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('not_captured');
  });

  it('ignores an earlier capture made elsewhere even if search did not answer before the attempt', async () => {
    till.issuer.captureElsewhere(REF, 2000);
    await till.clock.advance(30_000);
    till.issuer.silent = true;
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const put = till.tenders.put(ANA, randomUUID(), take(2000));
    await till.clock.advance(3_500);
    till.issuer.silent = false;
    const { view: tender } = await whileTimePasses(put);
    await till.clock.advance(620_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('manager');
  });

  it('ignores its own earlier capture of the same amount', async () => {
    await till.tenders.put(ANA, randomUUID(), take(1000));
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const { view: tender } = await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(1000)));
    await till.clock.advance(300_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('not_captured');
    expect(till.issuer.ledger()).toHaveLength(1);
  });

  it('is closed automatically as “not redeemed” once the issuer answers again, even if a manager was called', async () => {
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const put = till.tenders.put(ANA, randomUUID(), take(2000));
    await till.clock.advance(1_000);
    till.issuer.silent = true;
    const { view: tender } = await whileTimePasses(put);
    await till.clock.advance(620_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('manager');
    till.issuer.silent = false;
    await till.clock.advance(620_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('not_captured');
    expect((await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)))).view.state).toBe('captured');
  });

  it('becomes a manager’s case after ten minutes without an answer, and still finds the capture afterwards', async () => {
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    till.issuer.silent = true;
    const { view: tender } = await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)), 10_000);
    expect(tender.state).toBe('unknown');
    await till.clock.advance(620_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('manager');
    till.issuer.silent = false;
    await till.clock.advance(300_000);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('captured');
  });
});

describe('a restart', () => {
  it('marks an intent that was never sent as “not sent”', async () => {
    const id = randomUUID();
    const identity = {
      shop: SHOP,
      code: REF,
      requested: { amount: 2000, currency: 'SGD' },
      saleId: null,
      receiptNo: null,
      entry: null,
    };
    const wish = { ...identity, id, ref: REF, device: ANA.device, person: ANA.person, returnVouchersInfo: true };
    await till.journal.begin(wish, { snapshot: null, offset: null });
    /* As a program that wrote INTENT and SENT apart would have left it. */
    await sql`drop trigger fact_no_delete`.execute(till.db);
    await till.db.deleteFrom('fact').where('kind', '=', 'sent').execute();
    await till.db.updateTable('operation').set({ state: 'intent', version: 1 }).execute();
    const after = await createTestTill(till);
    await after.settler.recover();
    expect((await after.tenders.get(ANA, id)).state).toBe('not_sent');
  });

  it('settles redemptions in flight by finding the capture, without sending them again', async () => {
    await till.check(ANA, REF);
    till.issuer.failNext({ commit: 'now', answer: { afterMs: 86_400_000 } });
    const { view: tender } = await whileTimePasses(till.tenders.put(ANA, randomUUID(), take(2000)));
    expect(tender.state).toBe('sent');
    const after = await createTestTill(till);
    await after.settler.recover();
    expect((await after.tenders.get(ANA, tender.id)).state).toBe('unknown');
    await till.clock.advance(3_000);
    expect((await after.tenders.get(ANA, tender.id)).state).toBe('captured');
    expect(till.issuer.attempts()).toBe(1);
  });
});

it('a redemption is not sent if the intent cannot be stored, even if the journal can be read', async () => {
  await till.check(ANA, REF);
  await sql`CREATE TRIGGER full BEFORE INSERT ON tender BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(till.db);
  await expect(till.tenders.put(ANA, randomUUID(), take(2000))).rejects.toMatchObject({
    status: 503,
    code: 'not-ready',
    retry: 'safe',
  });
  expect(till.issuer.attempts()).toBe(0);
});

it('a redemption is not sent if the journal is unavailable', async () => {
  await till.check(ANA, REF);
  await till.db.destroy();
  await expect(till.tenders.put(ANA, randomUUID(), take(2000))).rejects.toMatchObject({
    status: 503,
    code: 'not-ready',
    retry: 'safe',
  });
  expect(till.issuer.attempts()).toBe(0);
});

describe('a redemption of a voucher that could not be read', () => {
  it('is not sent, reports this at once, and may be repeated', async () => {
    const careful = await createTestTill({ redeemUnseen: false });
    careful.issuer.add(REF);
    careful.issuer.silent = true;
    const put = careful.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
    await careful.clock.advance(2_000);
    expect((await put).view.state).toBe('not_sent');
    expect(careful.issuer.attempts()).toBe(0);
    careful.issuer.silent = false;
    const again = careful.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
    await careful.clock.advance(2_000);
    expect((await again).view.state).toBe('captured');
  });

  it('by link is refused within 4 s if the issuer does not name its voucher, and is not sent', async () => {
    const careful = await createTestTill({ redeemUnseen: false });
    careful.issuer.checkByVoucherId = () => new Promise(() => undefined);
    const code = 'https://vouchers.example/v/00000000-0000-4000-8000-000000000001';
    const put = careful.tenders.put(ANA, randomUUID(), { code, amount: 2000, currency: 'SGD' });
    const answer = put.catch((error: unknown) => error);
    await careful.clock.advance(4_000);
    expect(await answer).toMatchObject({ status: 503, code: 'issuer-unreachable', retry: 'safe' });
    expect(careful.issuer.attempts()).toBe(0);
  });

  it('is sent within 50 ms if its balance is known and only search is slow', async () => {
    const careful = await createTestTill({ redeemUnseen: false });
    careful.issuer.add(REF);
    careful.issuer.searchPage = () => new Promise(() => undefined);
    const put = careful.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
    await careful.clock.advance(50);
    const { view } = await put;
    expect(view.state).toBe('captured');
    expect((await careful.journal.read(SHOP, view.id))?.status.snapshot).toMatchObject({
      remaining: 5_000,
      seen: null,
    });
  });
});
