import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyIdOf } from '../../../contract/access/key.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { captureFact, createTestJournals, NO_BASELINE, newTender } from '../../../testing/databases/journal-kit.ts';
import { otherRow } from '../../../testing/issuer/crowd.ts';
import { besideAccess } from '../../../testing/rigs/cases.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, createTestTill, MEI, openTestStore, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createGapStore } from '../../platform/store/journal-gaps.ts';
import { onlyServer } from '../../platform/store/servers.ts';
import { gapsOf } from './gap-parts.ts';

const REF = '1234567890';
const OTHER_REF = '1234567891';
const MINUTE_MS = 60_000;
const W_MS = 210_000;
/** Longer than the issuer may act late and its search may lag. */
const ALL_MS = 4 * MINUTE_MS;

/** A program: it has no memory that it could tell. */
const WEB_SHOP: Caller = {
  ...ANA,
  device: { id: keyIdOf('web-shop'), name: 'Web shop' },
  key: { id: keyIdOf('web-shop'), scopes: ['redeem'], limits: { perRedemption: null, perDay: null } },
};

let till: Awaited<ReturnType<typeof createTestTill>>;
let journal: string;
beforeEach(async () => {
  const db = await openTestStore();
  const key = {
    ...WEB_SHOP.device,
    shop: SHOP,
    secret_hash: 'web-shop',
    enrolled_at: 0,
    last_seen_at: null,
    revoked_at: 0,
  };
  await db.insertInto('device').values(key).execute();
  till = await createTestTill({ db });
  till.issuer.add(REF);
  till.issuer.add(OTHER_REF);
  await till.journal.learnMid(SHOP, '000000000000042');
  const now = till.clock.now();
  await db.updateTable('device').set({ last_seen_at: now }).execute();
  journal = await gapsOf(db, SHOP).journalId();
  await createGapStore(db, SHOP).note({ id: randomUUID(), reason: 'restored', fromAt: now - MINUTE_MS, foundAt: now });
  await till.opening.start();
});
afterEach(async () => {
  await till.settler.stop();
  await till.opening.stop();
});

const body = (code = REF) => ({ code, amount: 2000, currency: 'SGD' });
const take = (id: string, sentAgoMs?: number, code = REF) =>
  till.tenders.put(ANA, id, { ...body(code), ...(sentAgoMs !== undefined && { sentAgoMs }) });
const stateOf = async (id: string) => (await till.tenders.get(ANA, id)).state;
const told = (caller: Caller, ...wishes: { id: string; sentAgoMs: number }[]) =>
  till.tillReports.handleReport(caller, {
    journal,
    wishes: wishes.map((wish) => ({ ...wish, body: body() })),
    heard: [],
    taken: [],
  });

async function openedByTills(): Promise<void> {
  await told(ANA);
  await told(BEN);
  await till.clock.advance(ALL_MS);
  expect(till.gate.closedFor()).toBeNull();
}

async function asks(id: string, code = REF) {
  const asked = till.tenders.put(WEB_SHOP, id, body(code));
  await till.clock.advance(LIMITS.tenderWaitMs);
  return (await asked).view;
}

async function openByHand(): Promise<void> {
  const gap = (await till.attention.list()).find(({ kind }) => kind === 'gap');
  await till.attention.settle(MEI, gap?.id ?? '', { action: 'open', reason: 'Till 1 is at the repair shop' });
}

it('a request that waited during the gap is not new in a shop opened by a manager, until its till reports', async () => {
  await till.clock.advance(ALL_MS);
  await openByHand();
  const lost = randomUUID();
  await expect(take(lost)).rejects.toMatchObject({ status: 503, code: 'journal-gap' });
  await expect(take(lost, 3_000)).rejects.toMatchObject({ status: 503, code: 'journal-gap' });
  expect(till.issuer.attempts()).toBe(0);

  await told(ANA, { id: lost, sentAgoMs: ALL_MS + MINUTE_MS });
  const again = take(lost);
  await till.clock.advance(LIMITS.tenderWaitMs);
  expect([(await again).view.state, till.issuer.attempts()]).toEqual(['unknown', 0]);
  expect((await take(randomUUID(), undefined, OTHER_REF)).view.state).toBe('captured');
});

it('a program that repeats a lost request is not charged twice, because a manager selects the capture', async () => {
  till.issuer.captureElsewhere(REF, 2000);
  const lost = randomUUID();
  await expect(till.tenders.put(WEB_SHOP, lost, body())).rejects.toMatchObject({
    code: 'journal-gap',
    details: { retryAfterMs: 5_000 },
  });
  await openedByTills();
  await expect(till.tenders.get(WEB_SHOP, lost)).rejects.toMatchObject({ status: 503, code: 'journal-gap' });
  await expect(till.tenders.cancel(WEB_SHOP, lost)).rejects.toMatchObject({ status: 503, code: 'journal-gap' });
  expect((await asks(lost)).state).toBe('manager');
  expect((await asks(randomUUID(), OTHER_REF)).state).toBe('captured');
  expect(till.issuer.attempts()).toBe(1);

  const item = (await till.attention.list()).find(({ id }) => id === lost);
  const [row] = item?.candidates ?? [];
  await till.attention.settle(MEI, lost, {
    action: 'attach',
    reason: 'Order 1029',
    transactionId: row?.transactionId ?? '',
  });
  expect(await asks(lost)).toMatchObject({ state: 'attached', captured: { amount: 2000 } });
  expect(besideAccess(await till.attention.list())).toEqual([]);
  await expect(till.tenders.get(WEB_SHOP, randomUUID())).rejects.toMatchObject({
    status: 404,
    code: 'not-found',
    retry: 'safe',
  });
});

it('the last capture is found even if the issuer dates its rows a minute and a half ahead', async () => {
  const { searchPage } = till.issuer;
  const aheadMs = 90_000;
  till.issuer.searchPage = async ({ from, to }, page, signal) => {
    const found = await searchPage({ from: from - aheadMs, to: to - aheadMs }, page, signal);
    if (found.outcome !== 'found') return found;
    return { ...found, value: found.value.map((row) => ({ ...row, createdAt: (row.createdAt ?? 0) + aheadMs })) };
  };
  await told(ANA);
  await told(BEN);
  await till.clock.advance(W_MS - 2_000);
  till.issuer.captureElsewhere(REF, 2000);
  await till.clock.advance(30_000);
  expect(till.gate.closedFor()).toBeNull();
  expect((await asks(randomUUID())).state).toBe('manager');
});

it('a program can redeem as usual if every capture of the gap is explained', async () => {
  await openedByTills();
  expect((await asks(randomUUID())).state).toBe('captured');
  await expect(till.tenders.get(WEB_SHOP, randomUUID())).rejects.toMatchObject({ code: 'not-found' });
});

it('a program gets an answer only once a gap that was ended early has been read', async () => {
  till.issuer.captureElsewhere(REF, 2000);
  till.issuer.silent = true;
  await till.clock.advance(ALL_MS);
  await openByHand();
  await expect(till.tenders.put(WEB_SHOP, randomUUID(), body())).rejects.toMatchObject({ code: 'journal-gap' });
  till.issuer.silent = false;
  await till.clock.advance(MINUTE_MS);
  expect((await asks(randomUUID())).state).toBe('manager');
});

it('a refund lost by the journal is not repeated, because its row shows the money was returned', async () => {
  till.issuer.captureElsewhere(REF, 2000);
  const captureId = till.issuer.ledger()[0]?.captureId ?? '';
  till.issuer.refundElsewhere(captureId);
  const taken = { id: randomUUID(), captureId, captured: { amount: 2000, currency: 'SGD' } };
  const heard = [{ id: taken.id, agoMs: 0, tag: await till.tags.of(taken.id, ANA.device.id) }];
  await till.tillReports.handleReport(ANA, { journal, wishes: [], heard, taken: [taken] });
  await openedByTills();
  await till.tillReports.handleReport(ANA, { journal, wishes: [], heard, taken: [taken] });
  expect(await stateOf(taken.id)).toBe('captured');
  const refund = randomUUID();
  const giving = till.refunds.put(MEI, refund, { tenderId: taken.id, reason: 'wrong voucher' });
  await till.clock.advance(ALL_MS);
  await giving;
  expect(till.issuer.refundsCalled()).toEqual([]);
  expect([(await till.refunds.get(MEI, refund)).state, await stateOf(taken.id)]).toEqual(['refunded', 'refunded']);
});

it('a till reporting a capture that became a case meanwhile is not waited for', async () => {
  const id = randomUUID();
  const tag = await till.tags.of(id, ANA.device.id);
  till.issuer.captureElsewhere(REF, 2000);
  await told(BEN);
  await till.clock.advance(ALL_MS);
  await openByHand();
  await till.clock.advance(ALL_MS);
  expect(besideAccess(await till.attention.list())).toMatchObject([{ kind: 'orphan' }]);

  const captureId = till.issuer.ledger()[0]?.captureId ?? '';
  const taken = [{ id, captureId, captured: { amount: 2000, currency: 'SGD' } }];
  const known = { journal, wishes: [], heard: [{ id, agoMs: ALL_MS, tag }], taken };
  expect(await till.tillReports.handleReport(ANA, known)).toMatchObject({ closed: null, awaited: false });
  expect(besideAccess(await till.attention.list())).toMatchObject([{ kind: 'orphan' }]);
});

it('a till reporting a capture that search never shows is waited for only until every row is read', async () => {
  const id = randomUUID();
  const tag = await till.tags.of(id, ANA.device.id);
  const taken = [{ id, captureId: 'gone', captured: { amount: 2000, currency: 'SGD' } }];
  const tells = () =>
    till.tillReports.handleReport(ANA, { journal, wishes: [], heard: [{ id, agoMs: MINUTE_MS, tag }], taken });
  await told(BEN);
  await tells();
  await till.clock.advance(ALL_MS);
  await openByHand();
  await till.clock.advance(MINUTE_MS);
  expect(await tells()).toMatchObject({ closed: null, awaited: true });
  await till.clock.advance(2 * ALL_MS);
  expect(await tells()).toMatchObject({ closed: null, awaited: false });
});

it('a redemption reported by a till is restored, even if the issuer reversed its capture since', async () => {
  till.issuer.captureElsewhere(REF, 2000);
  const captureId = till.issuer.ledger()[0]?.captureId ?? '';
  till.issuer.takeBack(captureId, 'Reversed');
  await till.clock.advance(MINUTE_MS);
  const id = randomUUID();
  const heard = [{ id, agoMs: MINUTE_MS, tag: await till.tags.of(id, ANA.device.id) }];
  const taken = [{ id, captureId, captured: { amount: 2000, currency: 'SGD' } }];
  await till.tillReports.handleReport(ANA, { journal, wishes: [], heard, taken });
  expect(await stateOf(id)).toBe('captured');
});

it('a till’s report is incomplete during another redemption of the voucher, which could claim its capture', async () => {
  const asked = { code: REF, ref: REF, requested: { amount: 2000, currency: 'SGD' } };
  const wish = { ...BEN, ...asked, id: randomUUID(), shop: SHOP, saleId: null, receiptNo: null, entry: null };
  await till.journal.begin({ ...wish, returnVouchersInfo: true }, { snapshot: null, offset: null });
  const remembered = { id: randomUUID(), sentAgoMs: MINUTE_MS };
  await told(BEN);
  expect((await told(ANA, remembered)).closed?.awaitsThisTill).toBe(true);
  const restarted = await createTestTill({ db: till.db, clock: till.clock, issuer: till.issuer });
  await restarted.settler.recover();
  expect((await told(ANA, remembered)).closed?.awaitsThisTill).toBe(false);
  expect((await till.journal.read(SHOP, wish.id))?.status.state).toBe('manager');
  till.issuer.captureElsewhere(REF, 2000);
  await till.clock.advance(ALL_MS);
  expect((await till.journal.read(SHOP, wish.id))?.status.state).toBe('manager');
  await restarted.settler.stop();
});

it('the shop opens although a sister shop restored a redemption of the same voucher', async () => {
  const east = shopNamed('east');
  await seedPeople(till.db, east);
  const { tenders } = createTestJournals({ db: till.db, servers: onlyServer(99) }, till.clock);
  await tenders.learnMid(east, '000000000000043');
  const theirs = await tenders.recover(newTender(east, { ref: REF }), till.clock.now() - 30_000, null, null);
  expect(theirs?.outcome).toBe('new');
  till.issuer.captureElsewhere(REF, 2000);
  const id = randomUUID();
  for (let minutes = 0; minutes < 6; minutes += 1) {
    await Promise.all([told(ANA, { id, sentAgoMs: 30_000 + minutes * MINUTE_MS }), told(BEN)]);
    await till.clock.advance(MINUTE_MS);
  }
  expect(till.gate.closedFor()).toBeNull();
  expect(besideAccess(await till.attention.list()).map(({ subject }) => subject)).toEqual(['capture']);
  await expect(till.tenders.get(ANA, id)).rejects.toMatchObject({ code: 'journal-gap' });
});

it('a recovered redemption does not claim a capture that may belong to a redemption whose recovery a sister shop blocked', async () => {
  const east = shopNamed('east');
  await seedPeople(till.db, east);
  const { tenders } = createTestJournals({ db: till.db, servers: onlyServer(99) }, till.clock);
  await tenders.learnMid(east, '000000000000043');
  const theirs = await tenders.recover(newTender(east, { ref: REF }), till.clock.now() - 30_000, null, null);
  const kept = { id: randomUUID(), sentAgoMs: MINUTE_MS };
  expect((await told(BEN, kept)).closed?.awaitsThisTill).toBe(false);
  if (theirs?.outcome === 'new') await tenders.append(theirs.record, { kind: 'not_captured', reason: 'no row' });
  till.issuer.captureElsewhere(REF, 2000);

  const other = randomUUID();
  await told(ANA, { id: other, sentAgoMs: MINUTE_MS });
  await till.clock.advance(ALL_MS);
  expect((await till.journal.read(SHOP, other))?.status.state).toBe('manager');
});

it('a recovered redemption does not claim a capture that may belong to a redemption whose recovery a refund blocked', async () => {
  const { tenders, refunds } = createTestJournals({ db: till.db, servers: onlyServer(99) }, till.clock);
  const sold = await tenders.begin(newTender(SHOP, { ref: REF }), NO_BASELINE);
  const tender = sold.outcome === 'new' ? await tenders.capture(sold.record, captureFact('1')) : null;
  if (tender === null) throw new Error('nothing to refund');
  const back = await refunds.begin({ ...MEI, id: randomUUID(), tender, note: 'Wrong voucher' }, NO_BASELINE);
  expect((await told(BEN, { id: randomUUID(), sentAgoMs: MINUTE_MS })).closed?.awaitsThisTill).toBe(false);
  if (back.outcome === 'new') await refunds.append(back.record, { kind: 'not_sent', reason: 'no connection' });
  till.issuer.captureElsewhere(REF, 2000);

  const other = randomUUID();
  await told(ANA, { id: other, sentAgoMs: MINUTE_MS });
  await till.clock.advance(ALL_MS);
  expect((await till.journal.read(SHOP, other))?.status.state).toBe('manager');
});

it('a recovered redemption does not claim a capture that may belong to a voucher link that could not be looked up', async () => {
  const code = 'https://vouchers.example/v/0f8fad5b-d9cb-469f-a165-70867728950e';
  const link = { id: randomUUID(), body: body(code) };
  till.issuer.captureElsewhere(REF, 2000);
  const other = randomUUID();
  await told(ANA, { id: other, sentAgoMs: MINUTE_MS });
  for (let minutes = 1; minutes < 12; minutes += 1) {
    const wishes = [{ ...link, sentAgoMs: minutes * MINUTE_MS }];
    await till.tillReports.handleReport(BEN, { journal, wishes, heard: [], taken: [] });
    await till.clock.advance(MINUTE_MS);
  }
  expect(till.gate.closedFor()).toBeNull();
  expect((await till.journal.read(SHOP, other))?.status.state).toBe('manager');
});

it('a recovered redemption does not claim a capture that may belong to a contested redemption not yet recovered', async () => {
  till.issuer.captureElsewhere(REF, 2000);
  till.issuer.captureElsewhere(REF, 2000);
  const [first] = till.issuer.ledger();
  const contested = randomUUID();
  await told(BEN, { id: contested, sentAgoMs: MINUTE_MS }, { id: randomUUID(), sentAgoMs: MINUTE_MS });
  await till.clock.advance(ALL_MS);
  await till.attention.settle(MEI, contested, {
    action: 'attach',
    reason: 'Receipt 1029',
    transactionId: first?.captureId ?? '',
  });

  const never = randomUUID();
  await told(ANA, { id: never, sentAgoMs: ALL_MS });
  await till.clock.advance(ALL_MS);
  expect((await till.journal.read(SHOP, never))?.status.state).toBe('manager');
});

it('only data issued by the server can close the shop or restore a redemption', async () => {
  await openedByTills();
  const id = randomUUID();
  const captured = { amount: 2000, currency: 'SGD' };
  till.issuer.captureElsewhere(REF, 2000);
  const captureId = till.issuer.ledger()[0]?.captureId ?? '';
  const tag = await till.tags.of(id, BEN.device.id);
  for (const heard of [
    { id, agoMs: 0 },
    { id, agoMs: 0, tag },
    { id, agoMs: 0, tag: tag.replace(/^\d/, '9') },
  ])
    await till.tillReports.handleReport(ANA, {
      journal,
      wishes: [],
      heard: [heard],
      taken: [{ id, captureId, captured }],
    });
  await told(ANA, { id, sentAgoMs: ALL_MS * 2 });
  expect(till.gate.closedFor()).toBeNull();
  expect(await till.journal.read(SHOP, id)).toBeNull();

  await till.tillReports.handleReport(BEN, { journal, wishes: [], heard: [{ id, agoMs: ALL_MS, tag }], taken: [] });
  expect(till.gate.closedFor()).toMatchObject({ reason: 'till-remembers' });
});

it('a request refused while the shop was closed is not treated as new once a till has reported it', async () => {
  await till.clock.advance(MINUTE_MS);
  const refused = randomUUID();
  await expect(take(refused)).rejects.toMatchObject({ code: 'journal-gap' });
  await told(ANA, { id: refused, sentAgoMs: 1_000 });
  await told(BEN);
  await till.clock.advance(ALL_MS);
  expect(till.gate.closedFor()).toBeNull();
  await expect(take(refused)).rejects.toMatchObject({ code: 'journal-gap' });
  expect((await take(randomUUID())).view.state).toBe('captured');

  const restarted = await createTestTill({ db: till.db, clock: till.clock, issuer: till.issuer });
  await restarted.opening.start();
  await expect(restarted.tenders.put(ANA, refused, body())).rejects.toMatchObject({ code: 'journal-gap' });
  await restarted.opening.stop();
});

it('a redemption unresolved for ten minutes calls a manager, and is settled when the shop opens', async () => {
  const lost = randomUUID();
  await told(ANA, { id: lost, sentAgoMs: MINUTE_MS });
  await till.clock.advance(LIMITS.managerAfterMs - MINUTE_MS);
  expect(await stateOf(lost)).toBe('unknown');
  await till.clock.advance(2 * MINUTE_MS);
  expect(await stateOf(lost)).toBe('manager');
  const item = (await till.attention.list()).find(({ id }) => id === lost);
  expect(item?.evidence.map(({ code }) => code)).toEqual(['journal-gap', 'gap-held']);
  /* The issuer can no longer act; only the other till has to report. */
  const gap = (await till.attention.list()).find(({ kind }) => kind === 'gap');
  expect(gap?.evidence.map(({ code }) => code)).toEqual(['gap-restored', 'gap-reading', 'gap-tills']);

  till.issuer.captureElsewhere(REF, 2000);
  await told(BEN);
  await till.clock.advance(MINUTE_MS);
  expect([till.gate.closedFor(), await stateOf(lost)]).toEqual([null, 'captured']);
});

it('the shop opens even if a busy merchant’s newest rows cannot be read completely in time', async () => {
  const { searchPage } = till.issuer;
  let made = 0;
  /* Pages of the newest minutes are slow and never end; shorter periods end, and no row is dated
     ahead. */
  till.issuer.searchPage = async (period, page, signal) => {
    if (period.to <= till.clock.now() || period.from > till.clock.now() - 2_000)
      return searchPage(period, page, signal);
    await till.clock.sleep(500);
    made += 1;
    return { outcome: 'found', value: [otherRow(`o-${made}`, till.clock.now())] };
  };
  await told(ANA);
  await told(BEN);
  await till.clock.advance(ALL_MS + LIMITS.readingMaxMs * 4);
  expect(till.gate.closedFor()).toBeNull();
});
