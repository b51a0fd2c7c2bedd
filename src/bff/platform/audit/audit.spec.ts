import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, MEI, SHOP, seedPeople, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { deriveKeys, KEY_BYTES } from '../base/keys.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import { type Audit, createAudit } from './audit.ts';
import { link, markOf } from './chain.ts';
import { type NotedEnd, type TrailVerdict, verifyTrail } from './verify.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let audit: Audit;
  const clock = createManualClock();
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    audit = createAudit({ db: store.db, keys: TEST_KEYS, clock });
  });
  afterEach(() => store.close());

  const verify = async (noted: { seq: number; hash: string } | null = null, keys = TEST_KEYS) => {
    const [verdict] = await verifyTrail(store.db, keys, noted ? [{ shop: null, ...noted }] : []);
    if (!verdict) throw new Error('there is no shop');
    return verdict;
  };
  const faultNow = async () => (await verify()).fault;

  async function writeEntries(count: number): Promise<void> {
    for (let entry = 1; entry <= count; entry += 1)
      await audit.write({
        by: MEI,
        action: 'person.added',
        subject: `p${entry}`,
        details: { name: `Person ${entry}` },
      });
  }

  /** A change by the owner of the database, whom triggers do not stop. */
  async function behindTheServer(change: string): Promise<void> {
    if (isPostgres(store.db)) await sql`drop trigger audit_append_only on audit`.execute(store.db);
    else
      for (const name of ['audit_no_update', 'audit_no_delete'])
        await sql.raw(`drop trigger ${name}`).execute(store.db);
    await sql.raw(change).execute(store.db);
  }

  describe('the trail', () => {
    it('lists who did what, where and when, each entry linked to the one before', async () => {
      await audit.write({ by: MEI, action: 'person.disabled', subject: 'ana', details: { name: 'Ana' } });
      await clock.advance(1_000);
      await audit.write({ by: { ...ANA, person: null }, action: 'session.refused' });
      const [first, second] = await store.db.selectFrom('audit').selectAll().orderBy('seq').execute();
      expect(first).toMatchObject({
        seq: 1,
        person_id: 'mei',
        device_id: 'till-1',
        action: 'person.disabled',
        subject: 'ana',
        previous: '',
      });
      expect(second).toMatchObject({ seq: 2, person_id: null, previous: first?.hash, at: clock.now() });
      expect(await verify()).toMatchObject({ sound: 2, fault: null, last: { seq: 2 } });
    });

    it('is protected by the database itself against changes', async () => {
      await writeEntries(1);
      await expect(store.db.updateTable('audit').set({ details: '{}' }).execute()).rejects.toThrow('append-only');
      await expect(store.db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
      expect(await faultNow()).toBeNull();
    });

    it('has no gap or fork after twenty simultaneous entries', async () => {
      const another = (await store.another?.()) ?? null;
      const other = another ? createAudit({ db: another.db, keys: TEST_KEYS, clock }) : audit;
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? audit : other).write({ by: MEI, action: 'device.code-made' }),
        ),
      );
      expect(await verify()).toMatchObject({ sound: 20, fault: null });
      await another?.close();
    });

    it('contains nothing of a transaction that was rolled back', async () => {
      await writeEntries(1);
      const undone = store.db.transaction().execute(async (tx) => {
        await audit.write({ by: MEI, action: 'device.revoked' }, tx);
        throw new Error('the disk is full');
      });
      await expect(undone).rejects.toThrow('the disk is full');
      await writeEntries(1);
      expect(await verify()).toMatchObject({ sound: 2, fault: null });
    });

    it('is separate for each shop', async () => {
      await seedPeople(store.db, shopNamed('other'));
      await writeEntries(2);
      await audit.write({ by: { ...MEI, shop: shopNamed('other') }, action: 'device.code-made' });
      expect(
        (await verifyTrail(store.db, TEST_KEYS, [])).map(({ shop, sound, fault }) => [shop, sound, fault]),
      ).toEqual([
        [SHOP, 2, null],
        ['other', 1, null],
      ]);
    });

    it('contains the noted end of each shop, unlike a replaced trail', async () => {
      const other = shopNamed('other');
      await seedPeople(store.db, other);
      const writeInOther = () => audit.write({ by: { ...MEI, shop: other }, action: 'device.code-made' });
      const endOf = ({ shop, last }: TrailVerdict) => ({ shop, seq: last?.seq ?? 0, hash: last?.hash ?? '' });
      const faultsWith = async (noted: readonly NotedEnd[]) =>
        (await verifyTrail(store.db, TEST_KEYS, noted)).map(({ shop, fault }) => [shop, fault]);
      await writeEntries(2);
      await writeInOther();
      const noted = (await verifyTrail(store.db, TEST_KEYS, [])).map(endOf);
      await writeInOther();
      const unnamed = noted.map((end) => ({ ...end, shop: null }));
      const sound = [
        [SHOP, null],
        ['other', null],
      ];
      expect(await faultsWith(noted)).toEqual(sound);
      for (const end of unnamed) expect(await faultsWith([end])).toEqual(sound);

      const gone = 'entry 3 is not the one recorded earlier: the trail was restored from a copy or rewritten';
      expect(await faultsWith([{ shop: 'other', seq: 3, hash: 'x' }])).toEqual([
        [SHOP, null],
        ['other', gone],
      ]);
      expect(await faultsWith([{ shop: 'third', seq: 3, hash: 'x' }])).toEqual([
        ...sound,
        ['third', 'the shop is missing'],
      ]);
    });
  });

  describe('a trail changed in the database', () => {
    beforeEach(() => writeEntries(5));

    it.each([
      ['details', `'{"name":"Nobody"}'`],
      ['person_id', `'ana'`],
      ['device_id', 'null'],
      ['at', '1'],
      ['action', `'person.disabled'`],
      ['subject', `'p4'`],
    ])('is detected if the %s of an entry was edited', async (column, value) => {
      await behindTheServer(`update audit set ${column} = ${value} where seq = 3`);
      expect(await verify()).toMatchObject({ sound: 2, fault: 'entry 3 was changed after it was written' });
    });

    it('is detected if an entry was removed from the middle', async () => {
      await behindTheServer('delete from audit where seq = 3');
      expect(await faultNow()).toBe('entry 4 comes after entry 2: entries between them are missing');
    });

    it('is detected if an entry was removed and the gap closed', async () => {
      await behindTheServer('delete from audit where seq = 3');
      for (const seq of [4, 5]) await sql`update audit set seq = ${seq - 1} where seq = ${seq}`.execute(store.db);
      expect(await faultNow()).toBe(
        'entry 3 does not follow the entry before it: one of the two was replaced or moved',
      );
    });

    it('is detected if two entries were swapped', async () => {
      await behindTheServer('update audit set seq = 99 where seq = 2');
      await sql`update audit set seq = 2 where seq = 3`.execute(store.db);
      await sql`update audit set seq = 3 where seq = 99`.execute(store.db);
      expect(await faultNow()).toContain('entry 2 does not follow');
    });

    it('is detected if the end was cut off', async () => {
      await behindTheServer('delete from audit where seq > 3');
      expect(await faultNow()).toBe('entry 4 is missing: the trail was cut off there and should have 5 entries');
    });

    it('is detected if the end was cut off and its mark forged', async () => {
      await behindTheServer('delete from audit where seq > 3');
      await sql`update audit_head set seq = 3, hash = (select hash from audit where seq = 3)`.execute(store.db);
      expect(await faultNow()).toBe('the mark of the end, at entry 3, was not made by this server');
    });

    it('is detected if the whole trail was removed', async () => {
      await behindTheServer('delete from audit');
      expect(await faultNow()).toContain('entry 1 is missing');
      await store.db.deleteFrom('audit_head').execute();
      expect(await faultNow()).toContain('the trail was removed');
    });

    it('is detected if the chain was rewritten under another key', async () => {
      const forged = deriveKeys(Buffer.alloc(KEY_BYTES, 9));
      const last = (await verify()).last;
      if (!last) throw new Error('there are entries');
      const { at, person_id, device_id } = last;
      const added = link(forged, last, {
        at,
        person_id,
        device_id,
        action: 'person.added',
        subject: null,
        details: '{}',
      });
      await store.db.insertInto('audit').values(added).execute();
      await store.db
        .updateTable('audit_head')
        .set({ seq: 6, hash: added.hash, mark: markOf(forged, added) })
        .execute();
      expect(await faultNow()).toBe('entry 6 was changed after it was written');
    });
  });

  it('a noted end reveals that the database was reset to an earlier day', async () => {
    await writeEntries(3);
    const backup = { rows: await store.db.selectFrom('audit').selectAll().execute(), head: await headRow() };
    await writeEntries(2);
    const { last } = await verify();
    if (!last) throw new Error('there are entries');
    const noted = { seq: last.seq, hash: last.hash };
    expect((await verify(noted)).fault).toBeNull();

    await behindTheServer('delete from audit where seq > 3');
    await store.db.updateTable('audit_head').set(backup.head).execute();
    expect(await verify()).toMatchObject({ sound: 3, fault: null });
    expect((await verify(noted)).fault).toBe(
      'entry 5 is not the one recorded earlier: the trail was restored from a copy or rewritten',
    );
    expect((await verify({ seq: 3, hash: backup.rows[2]?.hash ?? '' })).fault).toBeNull();
  });

  async function headRow() {
    const { seq, hash, mark } = await store.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
    return { seq, hash, mark };
  }
});
