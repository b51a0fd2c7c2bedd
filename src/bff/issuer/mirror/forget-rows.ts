import { type Kysely, sql } from 'kysely';
import type { Account, Scope } from '../../platform/base/scope.ts';
import { dropListRows } from '../../platform/store/list-rows.ts';
import { inPieces } from '../../platform/store/pieces.ts';
import type { Schema } from '../../platform/store/schema.ts';

interface OldRows {
  readonly account: Account;
  /** The account's shops, whose lists show the rows. */
  readonly shops: readonly Scope[];
  /** Null if a shop's mid is unknown: any row may be ours. */
  readonly ownMids: readonly string[] | null;
  /** Rows of unknown shops are deleted if they are older than this, all others with `before`. */
  readonly otherShopsBefore: number;
  readonly before: number;
}

/** Largest number of rows deleted in one round, so that no round takes long. */
const ROWS_PER_DELETION = 5_000;

/** Deletes old rows of the issuer. @returns the number of deleted rows */
export async function forgetRows(
  db: Kysely<Schema>,
  { account, shops, ownMids, otherShopsBefore, before }: OldRows,
): Promise<number> {
  const ids = db
    .selectFrom('issuer_row')
    .select('transaction_id')
    .where('account', '=', account)
    .limit(ROWS_PER_DELETION);
  const past = await ids.where('created_at', '<', before).execute();
  const foreign = ownMids === null ? [] : (await midsOf(db, account)).filter((mid) => !['', ...ownMids].includes(mid));
  const old = [...past];
  /* The sum keeps SQLite from the index of times, in which own rows come first. */
  const isOlder = sql<boolean>`created_at + 0 < ${otherShopsBefore}`;
  for (const mid of foreign)
    if (old.length < ROWS_PER_DELETION) old.push(...(await ids.where('mid', '=', mid).where(isOlder).execute()));
  for (const some of inPieces(old.map(({ transaction_id }) => transaction_id))) {
    /* One transaction, because a row without its link to the voucher would count as stored and
       never be found. */
    await db.transaction().execute(async (tx) => {
      for (const table of ['issuer_row_voucher', 'issuer_row'] as const)
        await tx.deleteFrom(table).where('account', '=', account).where('transaction_id', 'in', some).execute();
      await dropListRows(tx, shops, some);
    });
  }
  await forgetSpans(db, account, before);
  return old.length;
}

/** Deleted rows no longer count as read. */
async function forgetSpans(db: Kysely<Schema>, account: Account, before: number): Promise<void> {
  await db.deleteFrom('reading').where('account', '=', account).where('to_at', '<=', before).execute();
  await db
    .updateTable('reading')
    .set({ from_at: before })
    .where('account', '=', account)
    .where('kind', '=', 'span')
    .where('from_at', '<', before)
    .execute();
}

/** Returns the mids of an account. It reads one row for each, because own rows stay for years. */
async function midsOf(db: Kysely<Schema>, account: Account): Promise<string[]> {
  const { rows } = await sql<{ mid: string }>`with recursive found (mid) as (
    select min(mid) from issuer_row where account = ${account}
    union all
    select (select min(mid) from issuer_row where account = ${account} and mid > found.mid)
    from found where mid is not null
  ) select mid from found where mid is not null`.execute(db);
  return rows.map(({ mid }) => mid);
}
