import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

/**
 * The issuer's rows by account, the periods that were read, and the columns of a shop's list. The
 * list has few and short columns, and everything that is summed is in one index, so that a year of
 * a busy shop is scanned in a tenth of a second.
 * @param inOrder stores rows in the order of their key, if the engine can
 */
export const mirrorTables = (inOrder: string) => `
create table issuer_row (
  account text not null, transaction_id text not null, type text not null, raw_type text not null,
  succeeded integer, raw_status text not null, mid text not null, amount bigint,
  currency text not null, created_at bigint, updated_at bigint, vouchers text not null,
  first_read_at bigint not null, last_read_at bigint not null, gone_at bigint,
  primary key (account, transaction_id)
);
create index issuer_row_by_time on issuer_row (account, created_at, transaction_id);
create index issuer_row_by_mid on issuer_row (account, mid, type, created_at);
create table issuer_row_voucher (
  account text not null, hash text not null, transaction_id text not null,
  primary key (account, hash, transaction_id)
);
create index issuer_row_voucher_by_row on issuer_row_voucher (account, transaction_id);
create table issuer_row_change (
  account text not null, transaction_id text not null, at bigint not null, was text not null
);
create index issuer_row_change_by_row on issuer_row_change (account, transaction_id, at);
create table reading (
  account text not null, kind text not null, from_at bigint not null, to_at bigint not null,
  began_at bigint not null
);
create index reading_by_time on reading (account, kind, from_at);
create table list_row (
  shop text not null, at bigint not null, id text not null, day integer not null,
  type text not null, status text not null, mid text not null, currency text not null,
  amount bigint, tails text not null, person_id text, claimed integer not null,
  paired integer not null, pair_key text, pair_id text,
  primary key (shop, at, id)
) ${inOrder};
create unique index list_row_by_id on list_row (shop, id);
create index list_row_sums on list_row (
  shop, day, type, status, currency, mid, person_id, claimed, paired,
  amount, tails);
create index list_row_pairs on list_row (shop, pair_key, at) where pair_key is not null;
create table list_day (
  shop text not null, day integer not null, version bigint not null,
  primary key (shop, day)
);
`;

const CHANGES = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const;
type Change = keyof typeof CHANGES;
const ALL_CHANGES = Object.keys(CHANGES) as Change[];

/**
 * Records which days of the list have changed, so that sums of a day can be reused. The last days
 * are not recorded and always summed again: every redemption changes them, so all redemptions would
 * wait for one another at the row of the day.
 */
export async function noteListDays(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db) ? noteOnPostgres(db) : noteOnSqlite(db));
}

async function noteOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ALL_CHANGES) {
    const isNoted = CHANGES[change].map((row) => `${row}.day < unixepoch() / 86400 - 2`).join(' or ');
    const notes = CHANGES[change].map(
      (row) => `insert into list_day (shop, day, version) values (${row}.shop, ${row}.day, 1)
        on conflict (shop, day) do update set version = version + 1;`,
    );
    await sql`create trigger ${sql.id(`list_row_${change}`)} after ${sql.raw(change)} on list_row
      when ${sql.raw(isNoted)}
      begin ${sql.raw(notes.join(' '))} end`.execute(db);
  }
}

/**
 * On PostgreSQL a version is the number of the transaction, so that one transaction with many rows
 * of a day updates the row of the day once.
 */
async function noteOnPostgres(db: Kysely<unknown>): Promise<void> {
  const note = (
    row: 'old' | 'new',
  ) => `insert into list_day (shop, day, version) values (${row}.shop, ${row}.day, txid_current())
    on conflict (shop, day) do update set version = excluded.version where list_day.version <> excluded.version;`;
  await sql`create or replace function note_list_day() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${sql.raw(note('old'))} end if;
      if tg_op <> 'DELETE' then ${sql.raw(note('new'))} end if;
      return null;
    end $$`.execute(db);
  for (const change of ALL_CHANGES) {
    const isNoted = CHANGES[change]
      .map((row) => `${row}.day < floor(extract(epoch from now()) / 86400) - 2`)
      .join(' or ');
    await sql`create trigger ${sql.id(`list_row_${change}`)} after ${sql.raw(change)} on list_row
      for each row when (${sql.raw(isNoted)}) execute function note_list_day()`.execute(db);
  }
}
