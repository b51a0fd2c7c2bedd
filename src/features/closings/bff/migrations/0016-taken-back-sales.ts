import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../../../bff/platform/store/migrations/dialect.ts';

/**
 * Counts sales that were taken back in the next Z. Those taken back before the upgrade count only
 * if their shift is still open, so that no past day gets another Z.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FILL).execute(db);
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
}

const IS_RETURN = "new.operation_kind = 'issue' and new.kind in ('taken_back', 'return_undone')";
const INTO = 'insert into uncounted_fact (shop, device_id, fact_seq, at, begins)';
const FILL = `${INTO} select fact.shop, uncounted_fact.device_id, fact.seq, fact.at, 0 from fact
  join fact intent on intent.operation_id = fact.operation_id and intent.kind = 'intent'
  join uncounted_fact on uncounted_fact.shop = intent.shop and uncounted_fact.fact_seq = intent.seq
  where fact.operation_kind = 'issue' and fact.kind = 'taken_back'`;
const NOTE = `${INTO} select new.shop, operation.device_id, new.seq, new.at, 0 from operation
  where operation.id = new.operation_id and operation.device_id is not null`;

const SQLITE = [`create trigger return_uncounted after insert on fact when ${IS_RETURN} begin ${NOTE}; end`];
/* The function of the other facts notes these as well. */
const POSTGRES = [
  `create trigger return_uncounted after insert on fact for each row when (${IS_RETURN})
    execute function note_uncounted()`,
];
