import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyIdOf } from '../../contract/key.ts';
import type { Shift } from '../../contract/shift.ts';
import { createManualClock, type ManualClock } from '../../testing/clock.ts';
import { createModelIssuer, MODEL_MID, type ModelIssuer } from '../../testing/model-issuer.ts';
import { SHOP } from '../../testing/shops.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../testing/stores.ts';
import { ANA, BEN, createTestParts, MEI, seedPeople } from '../../testing/till.ts';
import type { Caller } from '../http/caller.ts';
import type { Parts } from '../start/assemble.ts';
import { stopParts } from '../start/start-parts.ts';

const REF = 'AB123456789';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY = '2030-01-15';
const NEXT_DAY = '2030-01-16';
/** Ben at Ana's till. */
const BEN_THERE: Caller = { ...BEN, device: ANA.device };

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let clock: ManualClock;
  let issuer: ModelIssuer;
  let parts: Parts;

  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    clock = createManualClock();
    issuer = createModelIssuer({ clock });
    issuer.add(REF, { amount: 1_000_000, currency: 'SGD' });
    parts = await createTestParts({ db: store.db, issuer, clock });
    await parts.journal.learnMid(SHOP, MODEL_MID);
    parts.closeShift.follow(parts.changes);
  });
  afterEach(async () => {
    await stopParts(parts);
    await store.close();
  });

  /** Lets time pass until there is an answer. */
  async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
    const over = { is: false };
    const done = work.finally(() => {
      over.is = true;
    });
    while (!over.is) await clock.advance(500);
    return done;
  }

  const order = (amount: number) => ({ code: REF, amount, currency: 'SGD' });
  async function take(caller: Caller, amount: number): Promise<string> {
    const id = randomUUID();
    expect((await parts.tenders.put(caller, id, order(amount))).view.state).toBe('captured');
    await clock.advance(1_000);
    return id;
  }

  /** Its answer never comes, and nothing is heard of the issuer until {@link settle}. */
  async function takeUnheard(caller: Caller, amount: number, commit: 'now' | 'never' = 'now'): Promise<string> {
    const before = issuer.attempts();
    issuer.failNext({ commit, answer: 'lost' });
    const id = randomUUID();
    const answer = parts.tenders.put(caller, id, order(amount));
    while (issuer.attempts() === before) await new Promise(setImmediate);
    issuer.silent = true;
    while ((await parts.tenders.get(MEI, id)).state !== 'unknown') await new Promise(setImmediate);
    await whileTimePasses(answer);
    return id;
  }

  async function settle(id: string): Promise<void> {
    issuer.silent = false;
    const isOpen = async () => (await parts.tenders.get(MEI, id)).state === 'unknown';
    while (await isOpen()) await clock.advance(1_000);
    expect((await parts.tenders.get(MEI, id)).state).not.toBe('manager');
  }

  async function giveBack(caller: Caller, tenderId: string): Promise<void> {
    const { view } = await parts.refunds.put(caller, randomUUID(), { tenderId, reason: 'wrong amount' });
    expect(view.state).toBe('refunded');
  }

  const ofDay = async (day: string) => parts.shifts.list(MEI, { mine: false, day, to: undefined });
  const open = async (caller: Caller) =>
    (await parts.shifts.list(caller, { mine: true, day: undefined, to: undefined })).filter(
      ({ number }) => number === null,
    );
  async function close(caller: Caller, request: Parameters<Parts['shifts']['close']>[2] = {}): Promise<Shift> {
    const [first, ...more] = await open(caller);
    expect(more).toEqual([]);
    const { shift, isNew } = await parts.shifts.close(caller, first?.id ?? '', request);
    expect(isNew).toBe(true);
    return shift;
  }
  const sums = ({ sums: all }: Pick<Shift, 'sums'>) => all.map(({ kind: of, count, amount }) => [of, count, amount]);

  describe('a shift', () => {
    it('opens with a person’s first redemption and adds up what they did, while another goes on at the same till', async () => {
      expect(await open(ANA)).toEqual([]);
      const first = await take(ANA, 2_000);
      await take(BEN_THERE, 1_500);
      await take(ANA, 300);
      const [x] = await open(ANA);
      expect(x).toMatchObject({ id: first, till: 'Till 1', person: 'Ana', closed: null, number: null, day: DAY });
      expect(sums(await parts.shifts.get(ANA, first))).toEqual([['redeemed', 2, 2_300]]);
      expect(sums(await close(ANA))).toEqual([['redeemed', 2, 2_300]]);
      await take(BEN_THERE, 500);
      await take(BEN, 40);
      const [there, own] = (await open(BEN)).map(({ till }) => till).sort();
      expect([there, own]).toEqual(['Till 1', 'Till 2']);
      for (const { id } of await open(BEN)) await parts.shifts.close(BEN, id, {});
      const all = (await ofDay(DAY)).map(
        ({ till, person, number, ...of }) => `${till} ${person} ${number} ${sums(of)[0]?.[2]}`,
      );
      expect(all.sort()).toEqual(['Till 1 Ana 1 2300', 'Till 1 Ben 2 2000', 'Till 2 Ben 1 40']);
    });

    it('closes under the next number of its till, once, and never changes again', async () => {
      const id = await take(ANA, 2_000);
      const request = { declared: { amount: 2_500, currency: 'SGD' } };
      const { shift } = await parts.shifts.close(ANA, id, request);
      expect(shift).toMatchObject({ number: 1, difference: 500, closedBy: 'person' });
      await take(ANA, 100);
      expect(await parts.shifts.close(ANA, id, request)).toEqual({ shift, isNew: false });
      await expect(parts.shifts.close(ANA, id, {})).rejects.toMatchObject({ status: 409, code: 'shift-closed' });
      expect((await close(ANA)).number).toBe(2);
      expect(await parts.shifts.get(ANA, id)).toEqual(shift);
    });

    it('is closed twenty times at once under one number', async () => {
      const id = await take(ANA, 2_000);
      const all = await Promise.all(Array.from({ length: 20 }, () => parts.shifts.close(ANA, id, {})));
      expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(all.map(({ shift }) => shift.number))).toEqual(new Set([1]));
    });

    it('is closed whatever is not settled, and the next Z of the till says from which one that comes', async () => {
      await take(ANA, 1_000);
      const lost = await takeUnheard(ANA, 2_000);
      expect(await close(ANA)).toMatchObject({
        number: 1,
        sums: [{ count: 1, amount: 1_000 }],
        unsettled: [{ id: lost, kind: 'redeemed', amount: 2_000, currency: 'SGD' }],
      });
      await settle(lost);
      await take(BEN_THERE, 50);
      const z = await close(BEN_THERE);
      expect(z).toMatchObject({ number: 2, unsettled: [], sums: [{ kind: 'redeemed', count: 2, amount: 2_050 }] });
      expect(z.carried).toEqual([
        { from: 1, till: 'Till 1', id: lost, kind: 'redeemed', state: 'captured', amount: 2_000, currency: 'SGD' },
      ]);
    });

    it('tells of what came to nothing after its Z, and has what settles where nobody has worked since', async () => {
      const never = await takeUnheard(ANA, 700, 'never');
      await close(ANA);
      await settle(never);
      const [left] = await open(ANA);
      expect(left).toMatchObject({ id: `${never}-not_captured`, person: 'Ana' });
      const z = await close(ANA);
      expect([sums(z), z.carried]).toMatchObject([[], [{ from: 1, id: never, state: 'not_captured', amount: 0 }]]);
      expect(await open(ANA)).toEqual([]);
    });

    it('has a refund of an earlier Z in its own sums, with where that was', async () => {
      const taken = await take(ANA, 2_000);
      await close(ANA);
      await clock.advance(DAY_MS);
      await giveBack({ ...MEI, device: BEN.device }, taken);
      const z = await close(MEI);
      expect([z.till, sums(z)]).toEqual(['Till 2', [['refunded', 1, 2_000]]]);
      expect(z.carried).toMatchObject([
        { from: 1, till: 'Till 1', kind: 'refunded', state: 'refunded', amount: 2_000 },
      ]);
    });

    it('ends at midnight of the shop: the next day’s first action closes it, marked so', async () => {
      await take(ANA, 2_000);
      await clock.advance(7 * HOUR_MS);
      await take(BEN, 500);
      await parts.closeShift.stop();
      expect((await ofDay(DAY)).map(({ person, closedBy }) => [person, closedBy])).toEqual([['Ana', 'next-day']]);
      expect((await ofDay(NEXT_DAY)).map(({ person, number }) => [person, number])).toEqual([['Ben', null]]);
    });

    it('stays open where something merely settles after midnight', async () => {
      await clock.advance(7 * HOUR_MS - 20_000);
      await settle(await takeUnheard(ANA, 2_000));
      await clock.advance(HOUR_MS);
      expect((await ofDay(DAY)).map(({ number }) => number)).toEqual([null]);
    });

    it('of a program closes like one of a person', async () => {
      const key = { id: keyIdOf('1'), scopes: [], limits: { perRedemption: null, perDay: null } };
      const program: Caller = { ...ANA, device: { id: key.id, name: 'Web shop' }, key };
      const row = { id: key.id, shop: SHOP, name: 'Web shop', secret_hash: 'x', enrolled_at: 0, revoked_at: 0 };
      await store.db
        .insertInto('device')
        .values({ ...row, last_seen_at: null })
        .execute();
      const id = await take(program, 900);
      const { shift } = await parts.shifts.close(MEI, id, {});
      expect(shift).toMatchObject({ till: 'Web shop', number: 1, sums: [{ amount: 900 }] });
    });
  });

  describe('whoever', () => {
    it('closes a shift is its person or a manager, and nobody else sees it', async () => {
      const id = await take(ANA, 2_000);
      await expect(parts.shifts.get(BEN, id)).rejects.toMatchObject({ status: 404 });
      await expect(parts.shifts.close(BEN, id, {})).rejects.toMatchObject({ status: 404 });
      await expect(parts.shifts.list(BEN, { mine: false, day: DAY, to: DAY })).rejects.toMatchObject({ status: 403 });
      expect((await parts.shifts.close(MEI, id, {})).shift).toMatchObject({ closedBy: 'manager', person: 'Ana' });
      const noted = await parts.shifts.note(ANA, id, 'two slips in the drawer');
      expect(noted.notes).toMatchObject([{ person: 'Ana', note: 'two slips in the drawer' }]);
      await expect(parts.shifts.note(BEN, id, 'mine')).rejects.toMatchObject({ status: 404 });
    });

    it('closes blind says what the register says before seeing what we say', async () => {
      await parts.settings.write(MEI, { closingBlind: true });
      const id = await take(ANA, 2_000);
      expect(await parts.shifts.get(ANA, id)).toMatchObject({ blind: true, sums: [] });
      expect((await open(ANA))[0]?.sums).toEqual([]);
      await expect(parts.shifts.close(ANA, id, {})).rejects.toMatchObject({ status: 400 });
      expect(await parts.shifts.get(MEI, id)).toMatchObject({ blind: false, sums: [{ amount: 2_000 }] });
      const declared = { amount: 1_999, currency: 'SGD' };
      expect(await close(ANA, { declared })).toMatchObject({ difference: -1, sums: [{ amount: 2_000 }], blind: false });
    });
  });

  describe('after a restore', () => {
    const lose = async () => {
      await store.db.deleteFrom('shift_z_fact').execute();
      await store.db.deleteFrom('shift_z').execute();
    };

    it('numbers that a device was told of are burnt and named, and what they counted is in the next Z', async () => {
      const id = await take(ANA, 2_000);
      const { tag = '' } = await close(ANA);
      await take(ANA, 300);
      const { tag: second = '' } = await close(ANA);
      await lose();
      const told = (number: number, proof: string) => ({ till: ANA.device.id, number, tag: proof });
      await parts.zNumbers.take(ANA, [told(1, tag), told(2, second), told(40, second)]);
      const z = await parts.shifts.close(ANA, id, {});
      expect(z.shift).toMatchObject({ number: 3, sums: [{ count: 2, amount: 2_300 }] });
      const listed = (await ofDay(DAY)).map(({ number, burnt }) => `${number} ${burnt}`);
      expect(listed.sort()).toEqual(['1 true', '2 true', '3 false']);
      await parts.zNumbers.take(ANA, [told(2, second)]);
      expect(await ofDay(DAY)).toHaveLength(3);
    });

    it('no till is closed before those in use have said what they know', async () => {
      const id = await take(ANA, 2_000);
      const { gaps } = parts;
      await gaps.note({ id: 'gap', reason: 'restored', fromAt: clock.now() - HOUR_MS, foundAt: clock.now() });
      await expect(parts.shifts.close(ANA, id, {})).rejects.toMatchObject({ status: 503, code: 'till-awaited' });
      await gaps.cameBack('gap', ANA.device.id, clock.now());
      await gaps.cameBack('gap', BEN.device.id, clock.now());
      expect((await parts.shifts.close(ANA, id, {})).shift.number).toBe(1);
    });

    it('a manager who did not wait for them burns more numbers than were lost', async () => {
      const id = await take(ANA, 2_000);
      const { gaps } = parts;
      await gaps.note({ id: 'gap', reason: 'restored', fromAt: clock.now() - HOUR_MS, foundAt: clock.now() });
      await gaps.end('gap', clock.now(), 'mei');
      await gaps.cameBack('gap', ANA.device.id, clock.now());
      await clock.advance(1_000);
      expect((await parts.shifts.close(ANA, id, {})).shift.number).toBe(21);
      await take(ANA, 1);
      expect((await close(ANA)).number).toBe(22);
    });
  });

  it('what the issuer did on a day stands in a Z, is still open, or is named as unexplained, to the cent', async () => {
    await take(ANA, 2_000);
    await close(ANA);
    await take(BEN, 500);
    issuer.captureElsewhere(REF, 77, MODEL_MID);
    await clock.advance(60_000);
    await parts.mirror.readPeriod({ from: clock.now() - HOUR_MS, to: clock.now() }, 'backfill');
    expect(await parts.covers.of(DAY)).toMatchObject({
      currencies: [{ currency: 'SGD', issuer: 2_577, closed: 2_000, open: 500, unexplained: 77 }],
      unexplained: [{ type: 'capture', last4: '6789', amount: 77 }],
      unsettled: [],
    });
  });
});
