import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { ANA, createTestTill, MEI, QUIET, SHOP, seedPeople, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { systemClock } from '../base/ports.ts';
import { liftAppendOnly } from '../store/migrations/dialect.ts';
import { createAudit } from './audit.ts';
import { factsBetween, hashOfSeal, markOfFact } from './fact-marks.ts';
import { describeFacts } from './report.ts';
import { createSeals, type Seals } from './seals.ts';
import { verifyTrail } from './verify.ts';
import { verifyFacts } from './verify-facts.ts';

const REF = '1234567890';

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let seals: Seals;
  let till: Awaited<ReturnType<typeof createTestTill>>;
  const sealsOn = (db = store.db) => {
    const audit = createAudit({ db, keys: TEST_KEYS, clock: systemClock });
    return createSeals({ shop: SHOP, db, reads: db, keys: TEST_KEYS, audit, clock: systemClock, log: QUIET });
  };
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    seals = sealsOn();
    till = await createTestTill({ db: store.db });
    till.issuer.add(REF);
    await redeem();
  });
  afterEach(() => store.close());

  const redeem = () => till.tenders.put(ANA, randomUUID(), { code: REF, amount: 100, currency: 'SGD' });
  const facts = () => store.db.selectFrom('fact').selectAll().orderBy('seq').execute();
  const verdict = async () => (await verifyFacts(store.db, TEST_KEYS))[0];
  const entries = () => store.db.selectFrom('audit').select('details').where('action', '=', 'journal.sealed').execute();

  it('new facts are sealed once each, and match their seals', async () => {
    const first = (await facts()).length;
    expect(first).toBeGreaterThan(1);
    expect([await seals.sealNow(), await seals.sealNow()]).toEqual([first, 0]);
    await redeem();
    expect(await verdict()).toMatchObject({ sound: first, unsealed: first, faults: [] });
    expect(await seals.sealNow()).toBe(first);
    expect(await verdict()).toMatchObject({ sound: 2 * first, unsealed: 0, faults: [] });
    expect(await entries()).toHaveLength(2);
    expect((await verifyTrail(store.db, TEST_KEYS, []))[0]?.fault).toBeNull();
    const lines = await till.trail.page(SHOP, { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' });
    expect(lines.lines.map(({ action }) => action)).not.toContain('journal.sealed');
  });

  it('facts moved to another person are reported', async () => {
    const before = await facts();
    await seals.sealNow();
    await liftAppendOnly(store.db, 'fact');
    await store.db.updateTable('fact').set({ person_id: MEI.person.id }).execute();
    expect((await verdict())?.faults).toHaveLength(before.length);
    await store.db.updateTable('fact').set({ person_id: ANA.person.id, decider_id: MEI.person.id }).execute();
    expect((await verdict())?.faults).toHaveLength(before.length);
  });

  it('seals of the first version, which cover fewer columns, stay valid', async () => {
    const sealed = await factsBetween(store.db, SHOP, { from: 1, to: 100 }, 100);
    const to = sealed.at(-1)?.seq ?? 0;
    const marks = sealed.map((fact) => `${(fact.seq - 1).toString(36)}:${markOfFact(TEST_KEYS, fact, 1)}`).join(' ');
    await store.db.insertInto('fact_seal').values({ shop: SHOP, from_seq: 1, to_seq: to, marks }).execute();
    const details = { from: 1, to, facts: sealed.length, hash: hashOfSeal(TEST_KEYS, { from: 1, to, marks }) };
    const audit = createAudit({ db: store.db, keys: TEST_KEYS, clock: systemClock });
    await audit.write({ by: { shop: SHOP, person: null, device: null }, action: 'journal.sealed', details });
    await redeem();
    await seals.sealNow();
    expect(await verdict()).toMatchObject({ unsealed: 0, faults: [] });
  });

  it('a changed amount, a missing fact and an inserted fact are reported', async () => {
    const [intent, sent, taken] = await facts();
    const changedSeq = taken?.seq ?? 0;
    await redeem();
    await seals.sealNow();
    await liftAppendOnly(store.db, 'fact');
    const other = (taken?.data ?? '').replace('"captured":100', '"captured":900');
    await store.db.updateTable('fact').set({ data: other }).where('seq', '=', changedSeq).execute();
    await store.db
      .deleteFrom('fact')
      .where('seq', '=', sent?.seq ?? 0)
      .execute();
    const found = await verdict();
    expect(found?.faults).toEqual([
      `fact ${changedSeq} (captured of ${taken?.operation_id}) was changed`,
      `fact ${sent?.seq} is missing`,
    ]);
    expect(found && describeFacts(found)).toMatch(/^broken {4}main: fact \d+/);
    await liftAppendOnly(store.db, 'tender');
    await sql`update tender set requested = 5 where id = ${intent?.operation_id}`.execute(store.db);
    expect((await verdict())?.faults[0]).toBe(`fact ${intent?.seq} (intent of ${intent?.operation_id}) was changed`);
    await store.db
      .insertInto('fact')
      .values({ ...(sent ?? never()), data: '{}' })
      .execute();
    expect((await verdict())?.faults).toContain(`fact ${sent?.seq} (sent of ${sent?.operation_id}) was changed`);
  });

  it('changed, removed and added marks are detected', async () => {
    await seals.sealNow();
    const [seal = never()] = await store.db.selectFrom('fact_seal').selectAll().execute();
    await liftAppendOnly(store.db, 'fact_seal');
    await store.db
      .updateTable('fact_seal')
      .set({ marks: seal.marks.replace(/.$/, '!') })
      .execute();
    expect((await verdict())?.faults).toEqual([`the marks of facts 1 to ${seal.to_seq} were changed`]);
    await store.db.deleteFrom('fact_seal').execute();
    expect((await verdict())?.faults).toEqual([`the marks of facts 1 to ${seal.to_seq} are missing`]);
    await store.db
      .insertInto('fact_seal')
      .values([seal, { shop: SHOP, from_seq: 900, to_seq: 999, marks: '' }])
      .execute();
    expect((await verdict())?.faults).toEqual(['marks from fact 900 onwards are missing from the trail']);
  });

  it('a closing seals all existing facts', async () => {
    await till.closings.put(MEI, randomUUID(), { date: '2030-01-15', register: [] });
    const sealed = async () => {
      await till.clock.advance(250);
      return (await entries()).length;
    };
    await expect.poll(sealed, { timeout: 10_000 }).toBe(1);
    await till.seals.stop();
  });

  it.runIf(kind === POSTGRES)(
    'two servers that seal at the same time seal each fact once, and wait for open transactions',
    async () => {
      if (!store.another) throw new Error('PostgreSQL takes several servers');
      const other = await store.another();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let late = 0;
      const slow = other.db.transaction().execute(async (tx) => {
        const [fact = never()] = await tx.selectFrom('fact').selectAll().where('kind', '=', 'sent').execute();
        const { seq: _, ...copy } = fact;
        late = (await tx.insertInto('fact').values(copy).returning('seq').executeTakeFirstOrThrow()).seq;
        await held;
      });
      await expect.poll(() => late).toBeGreaterThan(0);
      await redeem();
      const both = Promise.all([seals.sealNow(), sealsOn(other.db).sealNow()]);
      release();
      await slow;
      expect((await both).toSorted((a, b) => a - b)).toEqual([0, (await facts()).length]);
      expect(await verdict()).toMatchObject({ unsealed: 0, faults: [] });
      await other.close();
    },
  );
});

function never(): never {
  throw new Error('It is there');
}
