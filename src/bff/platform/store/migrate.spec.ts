import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../../testing/databases/stores.ts';
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

  const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).sort();

  it('a failed step leaves no changes of its own or of earlier steps', async () => {
    await migrate(db);
    const before = await tables();
    const broken = {
      async up(half: Kysely<unknown>) {
        await half.schema.createTable('half').addColumn('id', 'text').execute();
        throw new Error('the disk is full');
      },
    };
    const sound = { up: (next: Kysely<unknown>) => next.schema.createTable('next').addColumn('id', 'text').execute() };
    await expect(migrate(db, { ...MIGRATIONS, '8888-next': sound, '9999-broken': broken })).rejects.toThrow(
      'the disk is full',
    );
    expect(await tables()).toEqual(before);
    await migrate(db, { ...MIGRATIONS, '8888-next': sound });
    expect(await tables()).toEqual([...before, 'next'].sort());
  });

  it('a journal written by a newer version is refused', async () => {
    await migrate(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2040-01-01')`.execute(db);
    await expect(migrate(db)).rejects.toThrow('This journal was written by a newer version of Tillside');
  });
});
