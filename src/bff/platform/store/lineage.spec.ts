import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../../testing/databases/stores.ts';
import { createLogger } from '../base/logging.ts';
import { lineageOf, notedLineage, noteLineage } from './lineage.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

onStores([POSTGRES], () => {
  it('a restored dump has another lineage, but PostgreSQL’s own changes do not affect the lineage', async () => {
    const url = await newDatabase('empty');
    const db = await openPostgres({ url, log: createLogger('silent') });
    try {
      await migrate(db);
      const lineage = (await lineageOf(db, '')) ?? '';
      await noteLineage(db, lineage);
      expect(await notedLineage(db)).toBe(lineage);
      await noteLineage(db, lineage);
      await sql`vacuum (full, freeze) setting`.execute(db);
      expect(await notedLineage(db)).toBe(lineage);

      const dumped = await db.selectFrom('setting').selectAll().execute();
      await db.deleteFrom('setting').execute();
      await db.insertInto('setting').values(dumped).execute();
      expect(await notedLineage(db)).not.toBe(await lineageOf(db, ''));
      await noteLineage(db, lineage);
      expect(await notedLineage(db)).toBe(lineage);

      await sql`update setting set value = ${lineage} where name = 'lineage'`.execute(db);
      expect(await notedLineage(db)).toBe(lineage);
    } finally {
      await db.destroy();
      await removeDatabase(url);
    }
  });
});
