import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../contract/money.ts';
import { createManualClock } from '../../testing/clock.ts';
import { ANA, BEN, openTestStore, SHOP, TEST_KEYS } from '../../testing/till.ts';
import type { CaptureFact } from './facts.ts';
import { type NewTender, StaleTender, type TenderRecord } from './store.ts';
import { createJournal } from './tender-journal.ts';

const clock = createManualClock();
let db: Awaited<ReturnType<typeof openTestStore>>;
let journal: ReturnType<typeof createJournal>;
beforeEach(async () => {
  db = await openTestStore();
  journal = createJournal({ db, keys: TEST_KEYS, clock });
});

function wish(changes: Partial<NewTender> = {}): NewTender {
  const ref = changes.ref ?? '1234567890';
  return {
    id: randomUUID(),
    shop: SHOP,
    device: ANA.device,
    person: ANA.person,
    saleId: null,
    code: ref,
    ref,
    requested: money(2000, 'SGD'),
    returnVouchersInfo: true,
    ...changes,
  };
}

async function begun(changes: Partial<NewTender> = {}): Promise<TenderRecord> {
  const result = await journal.begin(wish(changes), null);
  if (result.outcome !== 'new') throw new Error(`expected a new tender, got ${result.outcome}`);
  return result.tender;
}

const sent = async (tender: TenderRecord) => journal.append(tender, { kind: 'sent', attempt: 1, offset: null });
const capture = (captureId: string): CaptureFact => ({
  kind: 'captured',
  captureId,
  authorizationId: null,
  captured: 2000,
  evidence: 'answer',
  refundHandle: null,
  vouchers: [],
});

describe('the voucher lock', () => {
  it('lets one till in and tells the other which till has the voucher', async () => {
    const first = await begun();
    const second = await journal.begin(wish({ device: BEN.device, person: BEN.person }), null);
    expect(second).toMatchObject({ outcome: 'voucher-open', holder: { tenderId: first.id, device: 'Till 1' } });
  });

  it('knows the voucher in another spelling', async () => {
    await begun({ ref: 'AB123456789' });
    expect((await journal.begin(wish({ ref: 'ab123456789' }), null)).outcome).toBe('voucher-open');
  });

  it.each(['unknown', 'manager'] as const)('holds while the tender is %s', async (state) => {
    let tender = await journal.append(await sent(await begun()), { kind: 'unknown', reason: 'silence' });
    if (state === 'manager') tender = await journal.append(tender, { kind: 'manager', reason: 'late' });
    expect(tender.standing.state).toBe(state);
    expect((await journal.begin(wish(), null)).outcome).toBe('voucher-open');
  });

  it('opens when the tender is over', async () => {
    await journal.append(await begun(), { kind: 'not_sent', reason: 'no connection' });
    expect((await journal.begin(wish(), null)).outcome).toBe('new');
  });

  it('lets exactly one of twenty simultaneous tenders in', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => journal.begin(wish(), null)));
    expect(all.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'voucher-open')).toHaveLength(19);
  });
});

describe('the id of a tender', () => {
  it('answers with the same tender to the same request', async () => {
    const request = wish();
    await journal.begin(request, null);
    expect(await journal.begin(request, null)).toMatchObject({ outcome: 'same', tender: { id: request.id } });
    expect(await journal.recall(request.id, request)).toMatchObject({ outcome: 'same' });
  });

  it.each([
    ['amount', { requested: money(2001, 'SGD') }],
    ['kind of worth', { requested: { items: 2000 } }],
    ['voucher', { code: '9999999999', ref: '9999999999' }],
    ['sale', { saleId: randomUUID() }],
  ])('is refused for another %s', async (_, change) => {
    const request = wish();
    await journal.begin(request, null);
    expect((await journal.recall(request.id, { ...request, ...change })).outcome).toBe('different');
  });

  it('cannot arrive after it was given up', async () => {
    const request = wish();
    expect(await journal.cancel(SHOP, request.id)).toEqual({ outcome: 'cancelled' });
    expect(await journal.cancel(SHOP, request.id)).toEqual({ outcome: 'cancelled' });
    expect((await journal.begin(request, null)).outcome).toBe('cancelled');
  });

  it('cannot be given up after it has arrived', async () => {
    const tender = await begun();
    expect(await journal.cancel(SHOP, tender.id)).toEqual({ outcome: 'started', state: 'intent' });
  });
});

describe('facts', () => {
  it('are refused when they cannot follow', async () => {
    const tender = await begun();
    await expect(journal.append(tender, { kind: 'not_captured', reason: 'guess' })).rejects.toThrow('cannot become');
  });

  it('are refused from whoever read the tender before somebody else moved it on', async () => {
    const tender = await sent(await begun());
    await journal.append(tender, { kind: 'unknown', reason: 'silence' });
    await expect(journal.capture(tender, capture('c-1'))).rejects.toThrow(StaleTender);
    expect((await journal.claimed(SHOP, ['c-1'])).size).toBe(0);
  });

  it.each(['tender', 'fact', 'claim'])('cannot be edited or deleted in the %s table', async (table) => {
    await journal.capture(await sent(await begun()), capture('c-1'));
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('append-only');
    const column = table === 'fact' ? 'data' : table === 'tender' ? 'last4' : 'shop';
    await expect(sql`update ${sql.table(table)} set ${sql.ref(column)} = 'x'`.execute(db)).rejects.toThrow('append-only');
  });

  it('hold no ref in the clear, anywhere in the database', async () => {
    await begun({ ref: 'CANARY998877' });
    for (const table of ['tender', 'tender_state', 'fact', 'claim'] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain('CANARY998877');
    }
  });
});

describe('claims', () => {
  it('give one transaction of the issuer to one tender only', async () => {
    const first = await journal.capture(await sent(await begun()), capture('c-1'));
    expect(first?.standing.state).toBe('captured');
    const other = await sent(await begun());
    expect(await journal.capture(other, capture('c-1'))).toBeNull();
    expect((await journal.read(SHOP, other.id))?.standing.state).toBe('sent');
    expect([...(await journal.claimed(SHOP, ['c-1', 'c-2']))]).toEqual(['c-1']);
  });
});

it('tells the listeners each change after it is written, and stops when asked', async () => {
  const states: string[] = [];
  const stop = journal.onChange(({ standing }) => states.push(standing.state));
  const tender = await sent(await begun());
  stop();
  await journal.append(tender, { kind: 'unknown', reason: 'silence' });
  expect(states).toEqual(['intent', 'sent']);
});

it('lists what is open, what a person did last and the last use of a voucher', async () => {
  const first = await journal.capture(await sent(await begun()), capture('c-1'));
  await clock.advance(1000);
  const second = await begun({ requested: money(100, 'SGD') });
  expect((await journal.open(SHOP)).map(({ id }) => id)).toEqual([second.id]);
  expect((await journal.latestOf(SHOP, ANA.person.id, 10)).map(({ id }) => id)).toEqual([second.id, first?.id]);
  expect((await journal.latestOf(SHOP, BEN.person.id, 10)).length).toBe(0);
  expect((await journal.lastCapture(SHOP, '1234567890'))?.id).toBe(first?.id);
});

it('gives a new tender as reading it back would', async () => {
  const tender = await begun();
  expect(await journal.read(SHOP, tender.id)).toEqual(tender);
});

it('learns the mid once and keeps it', async () => {
  expect(await journal.mid(SHOP)).toBeNull();
  await journal.learnMid(SHOP, '000000000000042');
  await journal.learnMid(SHOP, '999');
  expect(await journal.mid(SHOP)).toBe('000000000000042');
});
