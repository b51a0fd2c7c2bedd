import { type Kysely, sql } from 'kysely';
import { liftAppendOnly, makeAppendOnly } from './dialect.ts';

/** Whoever asked for an operation, by the table that keeps it. */
const ASKER = sql`coalesce((select person_id from refund where id = fact.operation_id), (select person_id from tender where id = fact.operation_id),
  (select person_id from activation where id = fact.operation_id), (select person_id from issue where id = fact.operation_id))`;
/** Whoever decided it, out of `"by":{"personId":"…"`, which is how a fact has always been written. */
const DECIDER = {
  sqlite: sql`json_extract(data, '$.by.personId')`,
  postgres: sql`data::json #>> '{by,personId}'`,
};

/**
 * Facts are found by the kind of their operation and by who asked or decided, newest first, without a look at those of others. What a fact says
 * stays as it is: the trigger that forbids change is away only while the new columns are filled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['operation_kind', 'person_id', 'decider_id'])
    await db.schema.alterTable('fact').addColumn(column, 'text').execute();
  const engine = await liftAppendOnly(db, 'fact');
  await sql`update fact set operation_kind = (select kind from operation where id = fact.operation_id), person_id = ${ASKER},
    decider_id = case when data like '%"personId"%' then ${DECIDER[engine]} end`.execute(db);
  await makeAppendOnly(db, 'fact');
  await sql`create index fact_by_kind on fact (operation_kind, at, seq)`.execute(db);
  await sql`create index fact_by_person on fact (person_id, at, seq) where person_id is not null`.execute(db);
  await sql`create index fact_by_decider on fact (decider_id, at, seq) where decider_id is not null`.execute(db);
}
