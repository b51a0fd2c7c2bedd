import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../testing/stores.ts';
import { createLogger } from '../base/logging.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let db: Kysely<Schema>;
  let url: string | null = null;
  beforeEach(async () => {
    url = kind === POSTGRES ? await newDatabase('empty') : null;
    db = url === null ? openSqlite(':memory:') : await openPostgres({ url, log: createLogger('silent') });
  });
  afterEach(async () => {
    await db.destroy();
    if (url !== null) await removeDatabase(url);
  });

  const upTo = (last: string) => Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last));
  const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).sort();

  it('a step that fails leaves nothing of itself, nor of the steps before it', async () => {
    await migrate(db, upTo('0001-people'));
    const before = await tables();
    const broken = {
      async up(half: Kysely<unknown>) {
        await half.schema.createTable('half').addColumn('id', 'text').execute();
        throw new Error('the disk is full');
      },
    };
    await expect(migrate(db, { ...upTo('0002-tenders'), '0003-broken': broken })).rejects.toThrow('the disk is full');
    expect(await tables()).toEqual(before);
    await migrate(db);
    expect(await tables()).toEqual(expect.arrayContaining(['claim', 'fact', 'operation', 'tender']));
  });

  it('what a newer program has written is refused', async () => {
    await migrate(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2040-01-01')`.execute(db);
    await expect(migrate(db)).rejects.toThrow('could not be brought to this version');
  });

  describe('tenders that an earlier version wrote', () => {
    beforeEach(async () => {
      await migrate(db, upTo('0002-tenders'));
      await sql`insert into shop (id, mid, created_at) values ('main', null, 1)`.execute(db);
      await sql`insert into device (id, shop, name, secret_hash, enrolled_at) values ('till-1', 'main', 'Till 1', 'h', 1)`.execute(db);
      await sql`insert into person (id, shop, name, role, pin_hash, created_at) values ('ana', 'main', 'Ana', 'cashier', 'h', 1)`.execute(
        db,
      );
      for (const [id, state] of [
        ['taken', 'captured'],
        ['lost', 'unknown'],
      ]) {
        await sql`insert into tender (id, shop, device_id, person_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info, created_at)
          values (${id}, 'main', 'till-1', 'ana', 'c', ${`ref-${id}`}, 's', '7890', 'money', 2000, 'SGD', 1, 5)`.execute(db);
        await sql`insert into tender_state (tender_id, shop, ref_hash, state, changed_at) values (${id}, 'main', ${`ref-${id}`}, ${state}, 9)`.execute(
          db,
        );
        for (const fact of ['intent', 'sent', state]) {
          await sql`insert into fact (tender_id, at, kind, data) values (${id}, 9, ${fact}, '{}')`.execute(db);
        }
      }
      await sql`insert into tender_state (tender_id, shop, ref_hash, state, changed_at) values ('given-up', 'main', null, 'cancelled', 3)`.execute(
        db,
      );
      await sql`insert into claim (shop, transaction_id, tender_id, at) values ('main', 'c-1', 'taken', 9)`.execute(db);
      await migrate(db);
    });

    it('are operations, with their locks, facts in their order, and claims', async () => {
      const operations = await db.selectFrom('operation').select(['id', 'state', 'open', 'version', 'owner']).orderBy('id').execute();
      expect(operations).toEqual([
        { id: 'given-up', state: 'cancelled', open: 0, version: 0, owner: null },
        { id: 'lost', state: 'unknown', open: 1, version: 3, owner: null },
        { id: 'taken', state: 'captured', open: 0, version: 3, owner: null },
      ]);
      const facts = await db.selectFrom('fact').select(['operation_id', 'kind']).orderBy('seq').execute();
      expect(facts.map(({ operation_id, kind: fact }) => `${operation_id} ${fact}`)).toEqual([
        'taken intent',
        'taken sent',
        'taken captured',
        'lost intent',
        'lost sent',
        'lost unknown',
      ]);
      expect(await db.selectFrom('claim').select(['transaction_id', 'operation_id']).execute()).toEqual([
        { transaction_id: 'c-1', operation_id: 'taken' },
      ]);
    });

    it('still cannot be edited', async () => {
      for (const table of ['tender', 'fact', 'claim']) {
        await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('append-only');
      }
    });
  });
});
