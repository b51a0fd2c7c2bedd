import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../bff/platform/storage/open-store.ts';
import { withinShop } from '../../../bff/platform/store/across-shops.ts';
import { Stale } from '../../../bff/redemption/operation/stale.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { createTestJournalTools } from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { SAM, TOM, ten, tens } from '../../../testing/rigs/cards.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import { createActivationJournal } from './activation-journal.ts';
import type { ActivationJournal, ActivationRecord, NewActivation } from './activation-store.ts';

const by = { personId: 'sam', person: 'Sam' };
const clock = createManualClock();

function openJournal({ db, servers }: Pick<Store, 'db' | 'servers'>): ActivationJournal {
  return createActivationJournal(createTestJournalTools({ db, servers }, clock));
}

const wish = (changes: Partial<NewActivation> = {}): NewActivation => {
  return { id: randomUUID(), shop: SHOP, device: SAM.device, person: SAM.person, ranges: tens(2), ...changes };
};

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let journal: ActivationJournal;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    journal = openJournal(store);
  });
  afterEach(() => store.close());

  async function begun(changes: Partial<NewActivation> = {}): Promise<ActivationRecord> {
    const result = await journal.begin(wish(changes));
    if (result.outcome !== 'new') throw new Error(`expected a new activation, got ${result.outcome}`);
    return result.record;
  }

  async function deactivating(activation: ActivationRecord): Promise<ActivationRecord> {
    const started = await journal.deactivate(activation, { range: 0, by, note: 'stolen' });
    if (started.outcome === 'overlap') throw new Error('another activation has these cards');
    return started.record;
  }

  const unknown = { kind: 'unknown', reason: 'silence', evidence: 'answer-lost', refusal: null } as const;
  const stop = { kind: 'stopped', why: 'asked', by } as const;

  it('an activation survives a round trip through the journal', async () => {
    let activation = await begun();
    activation = await journal.append(activation, { kind: 'sent', range: 0 });
    activation = await journal.append(activation, { ...unknown, range: 0 });
    activation = await journal.append(activation, stop);
    expect(await journal.read(SHOP, activation.id)).toEqual(activation);
    expect(await journal.withUnknown(SHOP)).toEqual([activation]);
    expect(await journal.latestOf(SHOP, SAM.person.id, 5)).toEqual([activation]);
    expect(await journal.read(shopNamed('elsewhere'), activation.id)).toBeNull();
  });

  it('the journal accepts the first of two concurrent changes', async () => {
    const activation = await begun();
    await journal.append(activation, { kind: 'sent', range: 0 });
    await expect(journal.append(activation, stop)).rejects.toThrow(Stale);
    await expect(journal.resume(activation, { ranges: [0], halve: false, by })).rejects.toThrow(Stale);
  });

  it('the journal refuses an impossible next fact, and stores none of it', async () => {
    const activation = await begun();
    await expect(
      journal.append(activation, { kind: 'done', range: 0, activationId: null, deactivatable: false }),
    ).rejects.toThrow('cannot accept the fact done');
    const sent = await journal.append(activation, { kind: 'sent', range: 0 });
    await expect(journal.append(sent, { kind: 'sent', range: 1 })).rejects.toThrow('cannot accept the fact sent');
    expect(await journal.read(SHOP, activation.id)).toEqual(sent);
  });

  it.each(['activation', 'fact'])('the journal stores rows of %s that cannot be changed', async (table) => {
    await begun();
    await expect(sql`delete from ${sql.table(table)}`.execute(store.db)).rejects.toThrow('append-only');
  });

  it('the journal lists both halves under the requested range, in its position', async () => {
    const id = randomUUID();
    const refusal = { reason: 'void', issuerCode: 'ERV0006', issuerText: null } as const;
    let activation = await begun({ id, ranges: [ten(0)] });
    activation = await journal.append(activation, { kind: 'sent', range: 0 });
    activation = await journal.append(activation, { kind: 'refused', range: 0, refusal });
    const halved = await journal.resume(activation, { ranges: [0], halve: true, by });
    if (halved.outcome !== 'resumed') throw new Error('the cards are taken');
    const sent = await journal.append(halved.record, { kind: 'sent', range: 1 });
    const again = await journal.append(sent, { kind: 'halved', range: 1, refusal });
    expect(again.status.ranges.map(({ start, end, state }) => `${start}-${end} ${state}`)).toEqual([
      '001-010 halved',
      '001-005 halved',
      '006-010 waiting',
      '001-002 waiting',
      '003-005 waiting',
    ]);
    expect(await journal.read(SHOP, id)).toEqual(again);
    expect((await journal.begin(wish({ id, ranges: [ten(0)] }))).outcome).toBe('same');
    expect((await journal.begin(wish({ ranges: [ten(0)] }))).outcome).toBe('overlap');
    const listed = await store.db.selectFrom('list_row').select('amount').orderBy('id').execute();
    expect(listed.map(({ amount }) => Number(amount))).toEqual([5, 2, 3]);
    await expect(journal.append(again, { kind: 'halved', range: 2, refusal })).rejects.toThrow();
  });

  describe('a deactivated range', () => {
    const lostAnswer = {
      kind: 'deactivation_unknown',
      range: 0,
      reason: 'silence',
      evidence: 'answer-lost',
      refusal: null,
    } as const;
    const done = async () => {
      let activation = await begun({ ranges: [ten(0)] });
      activation = await journal.append(activation, { kind: 'sent', range: 0 });
      return journal.append(activation, { kind: 'done', range: 0, activationId: '7', deactivatable: true });
    };

    it('keeps its cards until the issuer confirms that they are inactive', async () => {
      const asked = await deactivating(await done());
      expect(asked.status).toMatchObject({ state: 'deactivating', run: 2, ranges: [{ state: 'deactivating' }] });
      expect((await journal.begin(wish({ ranges: [ten(0)] }))).outcome).toBe('overlap');
      const lost = await journal.append(asked, lostAnswer);
      expect((await journal.withUnknown(SHOP)).map(({ id }) => id)).toEqual([lost.id]);
      expect((await journal.begin(wish({ ranges: [ten(0)] }))).outcome).toBe('overlap');
      const back = await journal.append(lost, { kind: 'deactivated', range: 0 });
      expect(await journal.read(SHOP, back.id)).toEqual(back);
      expect((await journal.begin(wish({ ranges: [ten(0)] }))).outcome).toBe('new');
    });

    it('is not started twice for the same state, nor if the issuer did not offer deactivation', async () => {
      const activation = await done();
      await journal.deactivate(activation, { range: 0, by, note: 'stolen' });
      await expect(journal.deactivate(activation, { range: 0, by, note: 'stolen' })).rejects.toBeInstanceOf(Stale);
      const other = await journal.append(await begun({ ranges: [ten(5)] }), { kind: 'sent', range: 0 });
      const final = await journal.append(other, { kind: 'done', range: 0, activationId: '8', deactivatable: false });
      await expect(journal.deactivate(final, { range: 0, by, note: 'stolen' })).rejects.toThrow(
        'cannot accept the fact',
      );
    });
  });

  describe('cards', () => {
    const overlapping = () => journal.begin(wish({ ranges: [ten(7), ten(1)], person: TOM.person }));

    it('belong to one activation while it runs', async () => {
      await begun();
      expect(await overlapping()).toMatchObject({ outcome: 'overlap', overlaps: [{ range: 1 }] });
      expect(await journal.latestOf(SHOP, TOM.person.id, 5)).toEqual([]);
    });

    it('are free if the activation stopped before they were sent, and cannot be reclaimed once another has them', async () => {
      const stopped = await journal.append(await begun(), stop);
      expect((await overlapping()).outcome).toBe('new');
      expect(await journal.resume(stopped, { ranges: [0, 1], halve: false, by })).toMatchObject({
        outcome: 'overlap',
        overlaps: [{ range: 1 }],
      });
      expect(await journal.resume(stopped, { ranges: [0], halve: false, by })).toMatchObject({
        outcome: 'resumed',
        record: { status: { run: 2 } },
      });
    });

    it('stay reserved if they are active, or may be', async () => {
      let activation = await journal.append(await begun(), { kind: 'sent', range: 0 });
      activation = await journal.append(activation, { kind: 'done', range: 0, activationId: '', deactivatable: false });
      activation = await journal.append(activation, { kind: 'sent', range: 1 });
      activation = await journal.append(activation, { ...unknown, range: 1 });
      expect(activation.status.state).toBe('unknown');
      expect(await journal.begin(wish({ ranges: [ten(0)] }))).toMatchObject({
        outcome: 'overlap',
        overlaps: [{ range: 0 }],
      });
      expect(await overlapping()).toMatchObject({ outcome: 'overlap', overlaps: [{ range: 1 }] });
      await journal.append(activation, { kind: 'closed', ranges: [1], by, note: 'none is active' });
      expect((await overlapping()).outcome).toBe('new');
    });

    it('do not conflict with cards of another account, or with numbers of another length', async () => {
      await begun();
      const longer = [{ start: '0001', end: '0010', count: 10 }];
      expect((await journal.begin(wish({ ranges: longer }))).outcome).toBe('new');
      await seedPeople(store.db, shopNamed('elsewhere'), 'another');
      expect((await journal.begin(wish({ shop: shopNamed('elsewhere') }))).outcome).toBe('new');
    });

    it('are reserved if a sister shop has them, suspended or not, until none of them is active', async () => {
      const sister = shopNamed('sister');
      await seedPeople(store.db, sister);
      await store.db.updateTable('shop').set({ name: 'East', suspended_at: 1 }).where('id', '=', sister).execute();
      const theirs = await begun({ shop: sister });
      const here = openJournal({ ...store, db: withinShop(store.db, SHOP) });
      const overlapHere = () => here.begin(wish({ ranges: [ten(7), ten(1)] }));
      expect(await overlapHere()).toMatchObject({
        outcome: 'overlap',
        overlaps: [{ range: 1, with: { person: expect.stringMatching(/^East: /) } }],
      });
      const sent = await journal.append(theirs, { kind: 'sent', range: 0 });
      const lost = await journal.append(sent, { ...unknown, range: 0 });
      const stopped = await journal.append(lost, stop);
      expect(await here.begin(wish({ ranges: [ten(0)] }))).toMatchObject({ outcome: 'overlap' });
      await journal.append(stopped, { kind: 'closed', ranges: [0], by, note: 'none is active' });
      expect((await overlapHere()).outcome).toBe('new');
      expect((await here.begin(wish({ ranges: [ten(0)] }))).outcome).toBe('new');
    });

    it('are not deactivated if a sister shop also has them, but are if only another account has', async () => {
      const ours = await begun({ ranges: [ten(0)] });
      const sent = await journal.append(ours, { kind: 'sent', range: 0 });
      const active = await journal.append(sent, { kind: 'done', range: 0, activationId: 'a', deactivatable: true });
      const [sister, stranger] = [shopNamed('sister'), shopNamed('stranger')];
      await seedPeople(store.db, sister);
      await seedPeople(store.db, stranger, 'another');
      await begun({ shop: stranger, ranges: [ten(0)] });
      /* As a journal may have it from before accounts shared their cards. */
      const theirs = await begun({ shop: sister, ranges: [ten(1)] });
      await store.db
        .updateTable('activation_range')
        .set({ first: '001' })
        .where('activation_id', '=', theirs.id)
        .execute();
      const here = openJournal({ ...store, db: withinShop(store.db, SHOP) });
      const back = { range: 0, by, note: 'stolen' };
      expect(await here.deactivate(active, back)).toMatchObject({ outcome: 'overlap', overlaps: [{ range: 0 }] });
      expect((await journal.read(SHOP, active.id))?.status.state).toBe('done');
      await store.db
        .updateTable('activation_range')
        .set({ first: '011' })
        .where('activation_id', '=', theirs.id)
        .execute();
      expect((await here.deactivate(active, back)).outcome).toBe('deactivating');
    });

    it('are reserved by exactly one of twenty simultaneous requests', async () => {
      const others = store.another ? [await store.another(), await store.another()] : [];
      const journals = [journal, ...others.map(openJournal)];
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (journals[index % journals.length] ?? journal).begin(wish({ ranges: [ten(3), ten(4)] })),
        ),
      );
      expect(all.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
      expect(all.filter(({ outcome }) => outcome === 'overlap')).toHaveLength(19);
      for (const other of others) await other.close();
    });

    it('can be reserved and found in five hundred ranges', async () => {
      const many = Array.from({ length: 500 }, (_, index) => {
        const card = String(index * 2).padStart(6, '0');
        return { start: card, end: card, count: 1 };
      });
      const activation = await begun({ ranges: many });
      expect(activation.status.ranges).toHaveLength(500);
      const between = many
        .map(({ start }) => String(Number(start) + 1).padStart(6, '0'))
        .map((card) => ({ start: card, end: card, count: 1 }));
      expect((await journal.begin(wish({ ranges: between }))).outcome).toBe('new');
      expect(
        await journal.begin(wish({ ranges: [...between, ten(1)].slice(-1).concat(many.slice(499)) })),
      ).toMatchObject({
        outcome: 'overlap',
        overlaps: [{ range: 1 }],
      });
    });
  });

  it('a resumed activation belongs to the server that resumed it', async () => {
    const stopped = await journal.append(await begun(), stop);
    const other = store.another ? await store.another() : null;
    const resumer = other ? openJournal(other) : journal;
    await resumer.resume(stopped, { ranges: [0, 1], halve: false, by });
    const { owner } = await store.db.selectFrom('operation').select('owner').executeTakeFirstOrThrow();
    expect(owner).toBe((other ?? store).servers.id);
    await other?.close();
  });
});
