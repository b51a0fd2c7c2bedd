import { type Kysely, sql } from 'kysely';
import { liftAppendOnly, makeAppendOnly, shareWithinAccount } from './dialect.ts';

/**
 * Within an account, a transaction of the issuer belongs to one operation, and a voucher is in one
 * open operation. Of two shops that both have one already, the second stays as it is, without an
 * account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operation add column account text`.execute(db);
  await sql`alter table claim add column account text`.execute(db);
  const isFirst = sql`not exists (${earlier('operation', 'lock_hash')} and other.open = 1)`;
  await sql`update operation set account = (select account from shop where id = operation.shop)
    where open = 0 or lock_hash is null or ${isFirst}`.execute(db);
  await liftAppendOnly(db, 'claim');
  await sql`update claim set account = (select account from shop where id = claim.shop)
    where not exists (${earlier('claim', 'transaction_id')})`.execute(db);
  await makeAppendOnly(db, 'claim');
  await sql`drop index operation_lock`.execute(db);
  await sql`create unique index operation_lock on operation (account, lock_hash) where open = 1`.execute(db);
  await sql`create unique index claim_in_account on claim (account, transaction_id)`.execute(db);
  await shareWithinAccount(db, ['operation', 'claim', 'tender']);
}

/** Selects the row of a shop of the account, whose id sorts before, with the same value. */
function earlier(table: 'operation' | 'claim', column: string) {
  const [own, same] = [sql.ref(`${table}.shop`), sql.ref(column)];
  return sql`select 1 from ${sql.table(table)} as other
    join shop as theirs on theirs.id = other.shop join shop as ours on ours.id = ${own}
    where theirs.account = ours.account and theirs.id < ours.id
      and other.${same} = ${sql.ref(`${table}.${column}`)}`;
}
