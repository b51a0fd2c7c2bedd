import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../../../bff/platform/store/migrations/dialect.ts';

/**
 * Adds the facts that no Z counts yet, by the till of their operation. The database itself
 * maintains them, in the transaction that writes a fact or a Z, so that finding a shift needs no
 * scan of the past.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [TABLE, INDEX, fill(`${FROM} where z.z_id is null`)]) await sql.raw(statement).execute(db);
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db));
}

const TABLE = `create table uncounted_fact (
  shop text not null, device_id text not null, fact_seq bigint not null, at bigint not null,
  begins integer not null,
  primary key (shop, device_id, fact_seq)
)`;
const INDEX = 'create unique index uncounted_fact_by_seq on uncounted_fact (shop, fact_seq)';

/** SQL condition: true for facts that a Z counted in this version. `fact` is the table or alias. */
const countedCondition = (fact: string) => `(
  ${fact}.operation_kind = 'tender' and ${fact}.kind in (
    'intent', 'captured', 'captured_partial', 'late_capture', 'attached', 'declined', 'not_sent', 'not_captured')
  or ${fact}.operation_kind = 'refund' and ${fact}.kind in (
    'intent', 'refunded', 'declined', 'not_sent', 'not_refunded')
  or ${fact}.operation_kind = 'issue' and ${fact}.kind in ('intent', 'issued'))`;

const fill = (from: string) => `insert into uncounted_fact (shop, device_id, fact_seq, at, begins) ${from}`;
const valuesOf = (fact: string) =>
  `select ${fact}.shop, operation.device_id, ${fact}.seq, ${fact}.at,
    case when ${fact}.kind = 'intent' then 1 else 0 end`;
const FROM = `${valuesOf('fact')} from fact
  join operation on operation.id = fact.operation_id and operation.device_id is not null and ${countedCondition('fact')}
  left join shift_z_fact z on z.shop = fact.shop and z.fact_seq = fact.seq`;
const NOTE = fill(
  `${valuesOf('new')} from operation where operation.id = new.operation_id and operation.device_id is not null`,
);
const DROP = 'delete from uncounted_fact where shop = new.shop and fact_seq = new.fact_seq';

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create trigger fact_uncounted after insert on fact when ${countedCondition('new')} begin ${NOTE}; end`)
    .execute(db);
  await sql.raw(`create trigger shift_z_fact_counted after insert on shift_z_fact begin ${DROP}; end`).execute(db);
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  for (const [name, what] of [
    ['note_uncounted', NOTE],
    ['drop_uncounted', DROP],
  ])
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${what}; return null; end $$`)
      .execute(db);
  await sql
    .raw(
      `create trigger fact_uncounted after insert on fact for each row when ${countedCondition('new')}
        execute function note_uncounted()`,
    )
    .execute(db);
  await sql
    .raw(
      'create trigger shift_z_fact_counted after insert on shift_z_fact for each row execute function drop_uncounted()',
    )
    .execute(db);
}
