import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { keyIdOf } from '../../../contract/access/key.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { MODEL_MID } from '../../../testing/issuer/model-issuer.ts';
import { createShiftRig, SHIFT_REF, type ShiftRig, shiftSumsOf as sums } from '../../../testing/rigs/shift-rig.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, MEI } from '../../../testing/rigs/till.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY = '2030-01-15';
const NEXT_DAY = '2030-01-16';
/** Ben at Ana's till. */
const BEN_THERE: Caller = { ...BEN, device: ANA.device };

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: ShiftRig;
  let parts: ShiftRig['parts'];

  beforeEach(async () => {
    rig = await createShiftRig(kind);
    ({ parts } = rig);
  });
  afterEach(() => rig.end());

  /** Lets another browser in under a name. */
  async function enrolledAs(name: string): Promise<Caller['device']> {
    const { code } = await parts.enrolment.makeEnrolmentCode(MEI);
    return (await parts.enrolment.enrolWithCode({ shop: SHOP, address: null, caller: MEI }, code, name)).device;
  }

  async function addProgram(): Promise<Caller> {
    const key = { id: keyIdOf('1'), scopes: ['redeem' as const], limits: { perRedemption: null, perDay: null } };
    const named = { id: key.id, shop: SHOP, name: 'Web shop', secret_hash: 'x' };
    const { db } = rig.store;
    await db
      .insertInto('device')
      .values({ ...named, last_seen_at: null, enrolled_at: 0, revoked_at: 0 })
      .execute();
    const used = { last_used_at: null, revoked_at: null, old_start: null, old_secret_hash: null, old_until: null };
    const by = { person_id: ANA.person.id, made_by: MEI.person.id, made_at: 0, limit_once: null, limit_day: null };
    await db
      .insertInto('access_key')
      .values({ ...named, ...used, ...by, start: 'a', scopes: JSON.stringify(key.scopes) })
      .execute();
    return { ...ANA, device: { id: key.id, name: 'Web shop' }, key };
  }

  describe('a shift', () => {
    it('opens with a person’s first redemption and adds up their work, while another shift is open at the same till', async () => {
      expect(await rig.open(ANA)).toEqual([]);
      const first = await rig.take(ANA, 2_000);
      await rig.take(BEN_THERE, 1_500);
      await rig.take(ANA, 300);
      const [x] = await rig.open(ANA);
      expect(x).toMatchObject({ id: first, till: 'Till 1', person: 'Ana', closed: null, number: null, day: DAY });
      expect(sums(await parts.shifts.get(ANA, first))).toEqual([['redeemed', 2, 2_300]]);
      expect(sums(await rig.close(ANA))).toEqual([['redeemed', 2, 2_300]]);
      await rig.take(BEN_THERE, 500);
      await rig.take(BEN, 40);
      const [there, own] = (await rig.open(BEN)).map(({ till }) => till).sort();
      expect([there, own]).toEqual(['Till 1', 'Till 2']);
      for (const { id } of await rig.open(BEN)) await parts.shifts.close(BEN, id, {});
      const all = (await rig.ofDay(DAY)).map(
        ({ till, person, number, ...of }) => `${till} ${person} ${number} ${sums(of)[0]?.[2]}`,
      );
      expect(all.sort()).toEqual(['Till 1 Ana 1 2300', 'Till 1 Ben 2 2000', 'Till 2 Ben 1 40']);
    });

    it('closes under the next number of its till, once, and never changes again', async () => {
      const id = await rig.take(ANA, 2_000);
      const request = { declared: { amount: 2_500, currency: 'SGD' } };
      const { shift } = await parts.shifts.close(ANA, id, request);
      expect(shift).toMatchObject({ number: 1, difference: 500, closedBy: 'person' });
      await rig.take(ANA, 100);
      expect(await parts.shifts.close(ANA, id, request)).toEqual({ shift, isNew: false });
      await expect(parts.shifts.close(ANA, id, {})).rejects.toMatchObject({ status: 409, code: 'shift-closed' });
      expect((await rig.close(ANA)).number).toBe(2);
      expect(await parts.shifts.get(ANA, id)).toEqual(shift);
    });

    it('names the redemption that its register may lack', async () => {
      await rig.take(ANA, 2_000);
      const lacking = await rig.take(ANA, 300);
      const z = await rig.close(ANA, { declared: { amount: 2_000, currency: 'SGD' } });
      const { captureId } = await parts.tenders.get(MEI, lacking);
      const lines = [{ id: captureId, type: 'capture', last4: '6789', amount: 300, person: 'Ana' }];
      expect(z).toMatchObject({ difference: -300, explanations: [{ side: 'missing', lines }], found: 1 });
      expect(await parts.shifts.get(ANA, z.id)).toEqual(z);
    });

    it('gets one number if it is closed twenty times at once', async () => {
      const id = await rig.take(ANA, 2_000);
      const all = await Promise.all(Array.from({ length: 20 }, () => parts.shifts.close(ANA, id, {})));
      expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(all.map(({ shift }) => shift.number))).toEqual(new Set([1]));
    });

    it('closes with unsettled redemptions, and the person’s next Z names their earlier Z', async () => {
      await rig.take(ANA, 1_000);
      const lost = await rig.takeUnheard(ANA, 2_000);
      expect(await rig.close(ANA)).toMatchObject({
        number: 1,
        sums: [{ count: 1, amount: 1_000 }],
        unsettled: [{ id: lost, kind: 'redeemed', amount: 2_000, currency: 'SGD' }],
      });
      await rig.settle(lost);
      await rig.take(ANA, 50);
      const z = await rig.close(ANA);
      expect(z).toMatchObject({ number: 2, unsettled: [], sums: [{ kind: 'redeemed', count: 2, amount: 2_050 }] });
      expect(z.carried).toEqual([
        { from: 1, till: 'Till 1', id: lost, kind: 'redeemed', state: 'captured', amount: 2_000, currency: 'SGD' },
      ]);
    });

    it('lists failed redemptions after its Z, and includes later settlements of people who have left', async () => {
      const never = await rig.takeUnheard(ANA, 700, 'never');
      await rig.close(ANA);
      await rig.settle(never);
      const [left] = await rig.open(ANA);
      expect(left).toMatchObject({ id: `${never}-not_captured`, person: 'Ana' });
      const z = await rig.close(ANA);
      expect([sums(z), z.carried]).toMatchObject([[], [{ from: 1, id: never, state: 'not_captured', amount: 0 }]]);
      expect(await rig.open(ANA)).toEqual([]);
    });

    it('lists a refund of an earlier Z in its own sums, with the place of the redemption', async () => {
      const taken = await rig.take(ANA, 2_000);
      await rig.close(ANA);
      await rig.clock.advance(DAY_MS);
      await rig.giveBack({ ...MEI, device: BEN.device }, taken);
      const z = await rig.close(MEI);
      expect([z.till, sums(z)]).toEqual(['Till 2', [['refunded', 1, 2_000]]]);
      expect(z.carried).toMatchObject([
        { from: 1, till: 'Till 1', kind: 'refunded', state: 'refunded', amount: 2_000 },
      ]);
    });

    it('ends at the shop’s midnight, and is closed with a mark by the next day’s first action', async () => {
      await rig.take(ANA, 2_000);
      await rig.clock.advance(7 * HOUR_MS);
      await rig.take(BEN, 500);
      await parts.closeShift.stop();
      expect((await rig.ofDay(DAY)).map(({ person, closedBy }) => [person, closedBy])).toEqual([['Ana', 'next-day']]);
      expect((await rig.ofDay(NEXT_DAY)).map(({ person, number }) => [person, number])).toEqual([['Ben', null]]);
    });

    it('continues past midnight if the shop’s day begins later, and ends when the next day begins', async () => {
      await parts.settings.write(MEI, { dayBegins: '04:00' });
      await rig.take(ANA, 2_000);
      await rig.clock.advance(7 * HOUR_MS);
      await rig.take(BEN, 500);
      await parts.closeShift.left();
      expect((await rig.ofDay(DAY)).map(({ person, number }) => [person, number])).toEqual([
        ['Ben', null],
        ['Ana', null],
      ]);
      expect(await rig.ofDay(NEXT_DAY)).toEqual([]);
      await rig.clock.advance(4 * HOUR_MS);
      await rig.take(BEN, 40);
      await parts.closeShift.left();
      expect((await rig.ofDay(DAY)).map(({ person, closedBy }) => [person, closedBy])).toEqual([
        ['Ben', 'next-day'],
        ['Ana', 'next-day'],
      ]);
      expect((await rig.ofDay(NEXT_DAY)).map(({ person, number, day }) => [person, number, day])).toEqual([
        ['Ben', null, NEXT_DAY],
      ]);
    });

    it('follows a change of the day’s beginning while it is open', async () => {
      await rig.clock.advance(7 * HOUR_MS);
      await rig.take(ANA, 2_000);
      expect((await rig.open(ANA)).map(({ day }) => day)).toEqual([NEXT_DAY]);
      await parts.settings.write(MEI, { dayBegins: '06:00' });
      expect((await rig.open(ANA)).map(({ day }) => day)).toEqual([DAY]);
    });

    it('stays open if only a late settlement follows after midnight', async () => {
      await rig.clock.advance(7 * HOUR_MS - 20_000);
      await rig.settle(await rig.takeUnheard(ANA, 2_000));
      await rig.clock.advance(HOUR_MS);
      expect((await rig.ofDay(DAY)).map(({ number }) => number)).toEqual([null]);
    });

    it('gets the till’s next number if the till is enrolled again, and includes the redemptions of both devices', async () => {
      const first = await rig.take(ANA, 2_000);
      const { shift } = await parts.shifts.close(ANA, first, {});
      const [upper, lower] = [await enrolledAs('Till 1'), await enrolledAs('till 1')];
      const again: Caller = { ...ANA, device: upper };
      await rig.take(again, 300);
      await rig.take({ ...ANA, device: lower }, 50);
      const z = await rig.close(again);
      expect([z.number, z.tillId, sums(z)]).toEqual([2, shift.tillId, [['redeemed', 2, 350]]]);
      await rig.take(ANA, 7);
      expect((await rig.close(ANA)).number).toBe(3);
      expect(
        (await parts.zNumbers.isKnown(shift.tillId)) && (await rig.ofDay(DAY)).map(({ number }) => number),
      ).toEqual([3, 2, 1]);
    });

    it('closes only after each device of its till has reported', async () => {
      const again: Caller = { ...ANA, device: await enrolledAs('Till 1') };
      const id = await rig.take(again, 300);
      const { gaps } = parts;
      await gaps.note({ id: 'gap', reason: 'restored', fromAt: rig.clock.now() - HOUR_MS, foundAt: rig.clock.now() });
      for (const { id: device } of [again.device, BEN.device]) await gaps.noteReport('gap', device, rig.clock.now());
      await gaps.end('gap', rig.clock.now(), null);
      await expect(parts.shifts.close(again, id, {})).rejects.toMatchObject({ code: 'till-awaited' });
      await gaps.noteReport('gap', ANA.device.id, rig.clock.now());
      expect((await parts.shifts.close(again, id, {})).shift.number).toBe(1);
    });

    it('includes only late settlements of its own person, so that the shifts of a till add up to the total', async () => {
      const lost = await rig.takeUnheard(ANA, 2_000);
      await rig.close(ANA);
      await rig.settle(lost);
      await rig.take(BEN_THERE, 50);
      await rig.take({ ...MEI, device: ANA.device }, 350);
      const all = async () =>
        (await rig.ofDay(DAY))
          .map(({ person, number, ...of }) => `${person} ${number} ${sums(of)[0]?.[2] ?? 0}`)
          .sort();
      expect(await all()).toEqual(['Ana 1 0', 'Ana null 2000', 'Ben null 50', 'Mei null 350']);
      await rig.take(ANA, 4);
      expect(await all()).toEqual(['Ana 1 0', 'Ana null 2004', 'Ben null 50', 'Mei null 350']);
    });

    it('closes for a program as it does for a person', async () => {
      const id = await rig.take(await addProgram(), 900);
      const { shift } = await parts.shifts.close(MEI, id, {});
      expect(shift).toMatchObject({ till: 'Web shop', number: 1, sums: [{ amount: 900 }] });
    });
  });

  describe('closing a shift', () => {
    it('is allowed for its owner or a manager, and only they can see it', async () => {
      const id = await rig.take(ANA, 2_000);
      await expect(parts.shifts.get(BEN, id)).rejects.toMatchObject({ status: 404 });
      await expect(parts.shifts.close(BEN, id, {})).rejects.toMatchObject({ status: 404 });
      await expect(parts.shifts.list(BEN, { mine: false, day: DAY, to: DAY })).rejects.toMatchObject({ status: 403 });
      expect((await parts.shifts.close(MEI, id, {})).shift).toMatchObject({ closedBy: 'manager', person: 'Ana' });
      const noted = await parts.shifts.note(ANA, id, 'two slips in the drawer');
      expect(noted.notes).toMatchObject([{ person: 'Ana', note: 'two slips in the drawer' }]);
      await expect(parts.shifts.note(BEN, id, 'mine')).rejects.toMatchObject({ status: 404 });
    });

    it('needs the register total before ours is shown if closings are blind', async () => {
      await parts.settings.write(MEI, { closingBlind: true });
      const id = await rig.take(ANA, 2_000);
      expect(await parts.shifts.get(ANA, id)).toMatchObject({ blind: true, sums: [] });
      expect((await rig.open(ANA))[0]?.sums).toEqual([]);
      await expect(parts.shifts.close(ANA, id, {})).rejects.toMatchObject({ status: 400 });
      expect(await parts.shifts.get(MEI, id)).toMatchObject({ blind: false, sums: [{ amount: 2_000 }] });
      const declared = { amount: 1_999, currency: 'SGD' };
      expect(await rig.close(ANA, { declared })).toMatchObject({
        difference: -1,
        sums: [{ amount: 2_000 }],
        blind: false,
      });
    });
  });

  describe('after a restore', () => {
    it('numbers that a device already received are skipped, and their redemptions are in the next Z', async () => {
      const { zNumbers } = parts;
      const id = await rig.take(ANA, 2_000);
      const till = ANA.device.id;
      const told = async (number: number, of = number) => ({ till, number, tag: await zNumbers.tag(till, of) });
      await zNumbers.take(ANA, [await told(1), await told(2), await told(40, 2)]);
      const z = await parts.shifts.close(ANA, id, {});
      expect(z.shift).toMatchObject({ number: 3, sums: [{ count: 1, amount: 2_000 }] });
      const listed = (await rig.ofDay(DAY)).map(({ number, burnt }) => `${number} ${burnt}`);
      expect(listed.sort()).toEqual(['1 true', '2 true', '3 false']);
      await zNumbers.take(ANA, [await told(2)]);
      expect(await rig.ofDay(DAY)).toHaveLength(3);
    });

    it('no till is closed before all tills in use have reported', async () => {
      const id = await rig.take(ANA, 2_000);
      const { gaps } = parts;
      await gaps.note({ id: 'gap', reason: 'restored', fromAt: rig.clock.now() - HOUR_MS, foundAt: rig.clock.now() });
      await expect(parts.shifts.close(ANA, id, {})).rejects.toMatchObject({ status: 503, code: 'till-awaited' });
      await gaps.noteReport('gap', ANA.device.id, rig.clock.now());
      await gaps.noteReport('gap', BEN.device.id, rig.clock.now());
      expect((await parts.shifts.close(ANA, id, {})).shift.number).toBe(1);
    });

    it('a manager who does not wait for the reports skips more numbers than were lost', async () => {
      const id = await rig.take(ANA, 2_000);
      const { gaps } = parts;
      await gaps.note({ id: 'gap', reason: 'restored', fromAt: rig.clock.now() - HOUR_MS, foundAt: rig.clock.now() });
      await gaps.end('gap', rig.clock.now(), 'mei');
      await gaps.noteReport('gap', ANA.device.id, rig.clock.now());
      await rig.clock.advance(1_000);
      expect((await parts.shifts.close(ANA, id, {})).shift.number).toBe(21);
      await rig.take(ANA, 1);
      expect((await rig.close(ANA)).number).toBe(22);
    });

    it('a program without a record of its numbers skips more than were lost', async () => {
      const id = await rig.take(await addProgram(), 900);
      const { gaps } = parts;
      await gaps.note({ id: 'gap', reason: 'restored', fromAt: rig.clock.now() - HOUR_MS, foundAt: rig.clock.now() });
      for (const { device } of [ANA, BEN]) await gaps.noteReport('gap', device.id, rig.clock.now());
      await gaps.end('gap', rig.clock.now(), null);
      await rig.clock.advance(1_000);
      expect((await parts.shifts.close(MEI, id, {})).shift.number).toBe(21);
    });
  });

  it('every issuer transaction of a day is in a Z, still open, or listed as unmatched, to the cent', async () => {
    await rig.take(ANA, 2_000);
    await rig.close(ANA);
    await rig.take(BEN, 500);
    rig.issuer.captureElsewhere(SHIFT_REF, 77, MODEL_MID);
    await rig.clock.advance(60_000);
    await parts.mirror.readPeriod({ from: rig.clock.now() - HOUR_MS, to: rig.clock.now() }, 'backfill');
    expect(await parts.covers.of(DAY)).toMatchObject({
      currencies: [
        { currency: 'SGD', issuer: 2_577, closed: 2_000, open: 500, unexplained: 77, counted: 2_000, difference: 0 },
      ],
      differing: [],
      unexplained: [{ type: 'capture', last4: '6789', amount: 77 }],
      unsettled: [],
    });
  });

  it('a redemption after midnight belongs to the day that has not ended yet', async () => {
    await parts.settings.write(MEI, { dayBegins: '04:00' });
    await rig.clock.advance(7 * HOUR_MS);
    await rig.take(ANA, 2_000);
    await rig.close(ANA);
    await rig.clock.advance(60_000);
    await parts.mirror.readPeriod({ from: rig.clock.now() - HOUR_MS, to: rig.clock.now() }, 'backfill');
    expect((await parts.covers.of(DAY)).currencies).toEqual([
      { currency: 'SGD', issuer: 2_000, closed: 2_000, open: 0, unexplained: 0, counted: 2_000, difference: 0 },
    ]);
    expect((await parts.covers.of(NEXT_DAY)).currencies).toEqual([]);
  });

  it('a redemption in a Z is listed as a difference if the issuer later shows it as failed or with another amount', async () => {
    const [failed, less] = [await rig.take(ANA, 2_000), await rig.take(ANA, 300)];
    await rig.take(ANA, 50);
    await rig.close(ANA);
    await rig.clock.advance(60_000);
    await parts.mirror.readPeriod({ from: rig.clock.now() - HOUR_MS, to: rig.clock.now() }, 'backfill');
    const idOf = async (id: string) => (await parts.tenders.get(MEI, id)).captureId ?? '';
    const change = (id: string, to: { status?: 'failed'; amount?: number }) =>
      rig.store.db.updateTable('list_row').set(to).where('id', '=', id).execute();
    await change(await idOf(failed), { status: 'failed' });
    await change(await idOf(less), { amount: 200 });
    const cover = await parts.covers.of(DAY);
    expect(cover.currencies).toEqual([
      { currency: 'SGD', issuer: 250, closed: 250, open: 0, unexplained: 0, counted: 2_350, difference: -2_100 },
    ]);
    const [type, last4, currency] = ['capture', '6789', 'SGD'] as const;
    expect(cover.differing.toSorted((a, b) => b.counted - a.counted)).toEqual([
      { id: await idOf(failed), type, last4, currency, counted: 2_000, issuer: 0 },
      { id: await idOf(less), type, last4, currency, counted: 300, issuer: 200 },
    ]);
    await rig.clock.advance(DAY_MS);
    expect((await parts.covers.of(NEXT_DAY)).currencies).toEqual([]);
  });
});
