import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';

/**
 * Which days of the list have changed, so that what a day added up to may be used again. The last days are not noted, because they change with every
 * redemption, which would then wait for one another at the row of the day: their rows are gone through each time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('list_day')
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_day_key', ['shop', 'day'])
    .execute();
  await (isPostgres(db) ? noteOnPostgres(db) : noteOnSqlite(db));
}

const CHANGES = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const;
type Change = keyof typeof CHANGES;
const ALL = Object.keys(CHANGES) as Change[];

async function noteOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ALL) {
    const isNoted = CHANGES[change].map((row) => `${row}.day < unixepoch() / 86400 - 2`).join(' or ');
    const notes = CHANGES[change].map(
      (row) => `insert into list_day (shop, day, version) values (${row}.shop, ${row}.day, 1)
        on conflict (shop, day) do update set version = version + 1;`,
    );
    await sql`create trigger ${sql.id(`list_row_${change}`)} after ${sql.raw(change)} on list_row when ${sql.raw(isNoted)}
      begin ${sql.raw(notes.join(' '))} end`.execute(db);
  }
}

/** There a version is the number of the transaction, so that many rows of a day change its row once. */
async function noteOnPostgres(db: Kysely<unknown>): Promise<void> {
  const note = (row: 'old' | 'new') => `insert into list_day (shop, day, version) values (${row}.shop, ${row}.day, txid_current())
    on conflict (shop, day) do update set version = excluded.version where list_day.version <> excluded.version;`;
  await sql`create or replace function note_list_day() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${sql.raw(note('old'))} end if;
      if tg_op <> 'DELETE' then ${sql.raw(note('new'))} end if;
      return null;
    end $$`.execute(db);
  for (const change of ALL) {
    const isNoted = CHANGES[change].map((row) => `${row}.day < floor(extract(epoch from now()) / 86400) - 2`).join(' or ');
    await sql`create trigger ${sql.id(`list_row_${change}`)} after ${sql.raw(change)} on list_row
      for each row when (${sql.raw(isNoted)}) execute function note_list_day()`.execute(db);
  }
}
