import { type Kysely, sql } from 'kysely';
import { type KeyRing, sealingKeyOf } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import { patiently } from '../store/patiently.ts';
import type { Schema } from '../store/schema.ts';

/** Rows changed in one transaction: a redemption waits for at most one such step. */
const ROWS_AT_ONCE = 200;

/** A column with encrypted texts in a table whose rows may be changed. */
interface SealedColumn {
  readonly table: string;
  readonly id: readonly string[];
  readonly column: string;
  /** Returns the same text with everything in it encrypted again; unchanged if not needed. */
  readonly again: (text: string, seal: (sealed: string) => string) => string;
}

const resealText: SealedColumn['again'] = (text, seal) => seal(text);

/**
 * Append-only tables keep their content: tenders, facts, issued vouchers and previous versions of
 * the issuer's rows.
 */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook', id: ['id'], column: 'secret_sealed', again: resealText },
  { table: 'webhook', id: ['id'], column: 'old_secret_sealed', again: resealText },
  { table: 'register', id: ['id'], column: 'secret_sealed', again: resealText },
  { table: 'register', id: ['id'], column: 'old_secret_sealed', again: resealText },
  { table: 'setting', id: ['name'], column: 'value', again: resealText },
  { table: 'printout', id: ['id'], column: 'sealed', again: resealText },
  { table: 'issuer_row', id: ['account', 'transaction_id'], column: 'vouchers', again: inVouchers },
];
/** One of the settings is encrypted. */
const SEALED_SETTING = 'return-key';

/**
 * Encrypts again, with the current key, everything that can be changed and has another key. A row
 * that changes meanwhile is left to the next call: call it until it finds none.
 * @returns how many rows had another key
 */
export async function rewrap(
  db: Kysely<Schema>,
  keys: Pick<KeyRing, 'seal' | 'open' | 'sealsWith'>,
  clock: Pick<Clock, 'sleep'>,
): Promise<number> {
  const current = keys.sealsWith();
  const seal = (sealed: string) => (sealingKeyOf(sealed) === current ? sealed : keys.seal(keys.open(sealed)));
  let found = 0;
  for (const column of SEALED_COLUMNS) {
    for (let last: readonly string[] | null = [], step; last !== null; last = step.last) {
      const from: readonly string[] = last;
      step = await patiently(clock, () => rewrapSome(db, column, from, seal));
      found += step.found;
    }
  }
  return found;
}

interface Step {
  readonly found: number;
  /** The start of the next step; null at the end. */
  readonly last: readonly string[] | null;
}

async function rewrapSome(
  db: Kysely<Schema>,
  { table, id, column, again }: SealedColumn,
  after: readonly string[],
  seal: (sealed: string) => string,
): Promise<Step> {
  const names = sql.join(id.map((name) => sql.ref(name)));
  const beyond = after.length === 0 ? sql`` : sql`and (${names}) > (${sql.join(after)})`;
  const only = table === 'setting' ? sql`and name = ${SEALED_SETTING}` : sql``;
  const { rows } = await sql<
    Record<string, string>
  >`select ${names}, ${sql.ref(column)} as sealed_text from ${sql.table(table)}
    where ${sql.ref(column)} is not null ${only} ${beyond} order by ${names} limit ${ROWS_AT_ONCE}`.execute(db);
  const changes = rows
    .map((row) => ({ ids: id.map((name) => row[name] ?? ''), was: row['sealed_text'] ?? '' }))
    .map((row) => ({ ...row, is: again(row.was, seal) }));
  const changed = changes.filter(({ was, is }) => was !== is);
  if (changed.length > 0)
    await db.transaction().execute(async (tx) => {
      for (const { ids, was, is } of changed)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${is}
          where (${names}) = (${sql.join(ids)}) and ${sql.ref(column)} = ${was}`.execute(tx);
    });
  return { found: changed.length, last: rows.length < ROWS_AT_ONCE ? null : (changes.at(-1)?.ids ?? null) };
}

/**
 * Parses the vouchers of a row of the issuer: a list, each with its encrypted ref, or null if it is
 * not stored.
 */
function inVouchers(text: string, seal: (sealed: string) => string): string {
  const vouchers = JSON.parse(text) as readonly { readonly sealed: string | null }[];
  const sealed = vouchers.map((voucher) =>
    voucher.sealed === null ? voucher : { ...voucher, sealed: seal(voucher.sealed) },
  );
  return sealed.every((voucher, index) => voucher.sealed === vouchers[index]?.sealed) ? text : JSON.stringify(sealed);
}
