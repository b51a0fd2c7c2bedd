import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { liftAppendOnly } from '../../../bff/platform/store/migrations/dialect.ts';
import { gapsOf } from '../../../bff/redemption/recovery/gap-parts.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { ANA, BEN, createTestTill, MEI, openTestStore, SHOP } from '../../../testing/rigs/till.ts';

/** Outcomes that registers receive while the journal may lack redemptions, and afterwards. */

const REF = '1234567890';
const OTHER_REF = '1234567891';
const MINUTE_MS = 60_000;
/** Longer than the issuer may act late and its search may lag. */
const ALL_MS = 4 * MINUTE_MS;
const ORIGIN = 'https://register.example';
const LINK = { amount: 2340, currency: 'SGD', reference: 'R-1029', returnUrl: `${ORIGIN}/back`, state: 'abc' };

let till: Awaited<ReturnType<typeof createTestTill>>;
let journal: string;
let sale: string;
beforeEach(async () => {
  const db = await openTestStore();
  till = await createTestTill({ db });
  for (const ref of [REF, OTHER_REF]) till.issuer.add(ref);
  await till.journal.learnMid(SHOP, '000000000000042');
  await till.registers.add(MEI, { origin: ORIGIN, name: 'Front register' });
  ({ id: sale } = (await till.payLinks.put(ANA, randomUUID(), LINK)).view);
  await db.updateTable('device').set({ last_seen_at: till.clock.now() }).execute();
  journal = await gapsOf(db, SHOP).journalId();
});
afterEach(async () => {
  await till.settler.stop();
  await till.opening.stop();
});

/** The journal was restored, without the redemptions of the last minute. */
async function loseSome(): Promise<void> {
  const now = till.clock.now();
  await createGapStore(till.db, SHOP).note({
    id: randomUUID(),
    reason: 'restored',
    fromAt: now - MINUTE_MS,
    foundAt: now,
  });
  await till.opening.start();
}

const told = async (held: readonly string[] = [], caller: Caller = ANA) => {
  const { url } = await till.payLinks.back(caller, sale, held);
  const said = new URL(url).searchParams;
  return [said.get('status'), said.get('amount')];
};
async function remember(caller: Caller, taken: Parameters<typeof till.tillReports.handleReport>[1]['taken'] = []) {
  const tags = taken.map(async ({ id }) => ({ id, agoMs: 0, tag: await till.tags.of(id, caller.device.id) }));
  return till.tillReports.handleReport(caller, { journal, wishes: [], heard: await Promise.all(tags), taken });
}

it('a register receives unknown while the shop is closed, and the final result once every till has reported', async () => {
  till.issuer.captureElsewhere(REF, 2000);
  await loseSome();
  expect(await told()).toEqual(['unknown', '0']);
  await expect(till.tenders.sale(ANA, sale, 2340)).rejects.toMatchObject({ status: 503, code: 'journal-gap' });
  const id = randomUUID();
  const captureId = till.issuer.ledger()[0]?.captureId ?? '';
  await till.clock.advance(MINUTE_MS);
  await remember(ANA, [
    { id, captureId, captured: { amount: 2000, currency: 'SGD' }, saleId: sale, receiptNo: 'R-1029' },
  ]);
  await remember(BEN);
  await till.clock.advance(ALL_MS);
  expect(till.gate.closedFor()).toBeNull();
  expect(await till.tenders.get(ANA, id)).toMatchObject({ state: 'captured', saleId: sale, receiptNo: 'R-1029' });
  expect(await told([id])).toEqual(['taken', '2000']);
  expect(await till.tenders.sale(ANA, sale, 2340)).toMatchObject({ taken: 2000, leftToPay: 340 });
});

it('after a manager ends a gap, a sale from a till that has not reported gets no result', async () => {
  await loseSome();
  await remember(BEN);
  await till.clock.advance(ALL_MS);
  const gap = (await till.attention.list()).find(({ kind }) => kind === 'gap');
  await till.attention.settle(MEI, gap?.id ?? '', { action: 'open', reason: 'Till 1 is at the repair shop' });
  await till.payLinks.put(BEN, randomUUID(), LINK);
  expect([await told(), await told([], BEN)]).toEqual([
    ['unknown', '0'],
    ['unknown', '0'],
  ]);
  await remember(ANA);
  await till.clock.advance(MINUTE_MS);
  expect(await told([], BEN)).toEqual(['cancelled', '0']);
});

it('a redemption on the page that the journal lost makes the result unknown, regardless of others', async () => {
  const { view } = await till.tenders.put(ANA, randomUUID(), {
    code: OTHER_REF,
    amount: 340,
    currency: 'SGD',
    saleId: sale,
  });
  expect(await told([view.id])).toEqual(['taken', '340']);
  expect(await told([view.id, randomUUID()])).toEqual(['unknown', '340']);
});

it('a link reopens the sale that the journal lost, even if the page has no data of it', async () => {
  till.issuer.captureElsewhere(REF, 2000);
  await liftAppendOnly(till.db, 'pay_link');
  await till.db.deleteFrom('pay_link').where('id', '=', sale).execute();
  await loseSome();
  const opened = (await till.payLinks.put(BEN, randomUUID(), LINK)).view;
  const captureId = till.issuer.ledger()[0]?.captureId ?? '';
  await till.clock.advance(MINUTE_MS);
  await remember(ANA, [
    { id: randomUUID(), captureId, captured: { amount: 2000, currency: 'SGD' }, saleId: sale, receiptNo: 'R-1029' },
  ]);
  await remember(BEN);
  await till.clock.advance(ALL_MS);
  const { outcome, url } = await till.payLinks.back(BEN, opened.id, []);
  expect([outcome, new URL(url).searchParams.get('amount')]).toEqual(['taken', '2000']);
});

it('a link that is opened again on another day begins another sale, even if the journal lost the earlier one', async () => {
  await till.tenders.put(ANA, randomUUID(), { code: OTHER_REF, amount: 340, currency: 'SGD', saleId: sale });
  await liftAppendOnly(till.db, 'pay_link');
  await till.db.deleteFrom('pay_link').where('id', '=', sale).execute();
  till.clock.jump(LIMITS.sameLinkMs);
  const { view } = await till.payLinks.put(ANA, randomUUID(), LINK);
  expect(view.id).not.toBe(sale);
  expect(view.tenders).toEqual([]);
});

describe('a sale with redemptions from a till that has lost its data', () => {
  beforeEach(async () => {
    till.issuer.captureElsewhere(REF, 2000);
    await loseSome();
    for (const caller of [ANA, BEN]) await remember(caller);
    await till.clock.advance(ALL_MS);
  });

  const closeCase = async () => {
    const item = (await till.attention.list()).find(({ subject }) => subject === 'capture');
    await till.attention.settle(MEI, item?.id ?? '', { action: 'close', reason: 'Nobody knows' });
  };
  const opened = async (reference: string) =>
    (await till.payLinks.put(ANA, randomUUID(), { ...LINK, reference, state: reference })).view.id;
  const backFrom = async (id: string) => (await till.payLinks.back(ANA, id, [])).outcome;

  it('is not reported as cancelled while a capture of that time is unexplained, nor after its case was closed', async () => {
    expect(till.gate.closedFor()).toBeNull();
    expect(await told()).toEqual(['unknown', '0']);
    await closeCase();
    expect(await told()).toEqual(['unknown', '0']);
  });

  it('leaves later sales that are not paid in full unknown until the case is closed', async () => {
    const part = await opened('R-2000');
    const code = { code: OTHER_REF, amount: 2000, currency: 'SGD' };
    await till.tenders.put(ANA, randomUUID(), { ...code, saleId: part });
    expect(await backFrom(part)).toBe('unknown');
    const paid = await opened('R-1999');
    await till.tenders.put(ANA, randomUUID(), { ...code, amount: 2340, saleId: paid });
    expect(await backFrom(paid)).toBe('taken');
    await closeCase();
    expect(await backFrom(part)).toBe('taken');
    till.clock.jump(LIMITS.sameLinkMs);
    expect(await backFrom(await opened('R-2001'))).toBe('cancelled');
  });
});
