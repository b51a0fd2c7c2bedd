import { type Kysely, sql } from 'kysely';
import { type KeyRing, sealingKeyOf } from '../../../bff/platform/base/keys.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { retryWhileLocked } from '../../../bff/platform/store/retry-while-locked.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';

/** Rows changed in one transaction. A redemption waits for one transaction at most. */
const ROWS_PER_TRANSACTION = 200;

/** A column with encrypted texts in a table whose rows may be changed. */
interface SealedColumn {
  readonly table: string;
  readonly id: readonly string[];
  readonly column: string;
  /** Returns the text with its encrypted parts encrypted again; unchanged if the key is current. */
  readonly reseal: (text: string, seal: (sealed: string) => string) => string;
}

const resealText: SealedColumn['reseal'] = (text, seal) => seal(text);

/**
 * Append-only tables keep their content: tenders, facts, issued vouchers and previous versions of
 * the issuer's rows.
 */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook', id: ['id'], column: 'secret_sealed', reseal: resealText },
  { table: 'webhook', id: ['id'], column: 'old_secret_sealed', reseal: resealText },
  { table: 'register', id: ['id'], column: 'secret_sealed', reseal: resealText },
  { table: 'register', id: ['id'], column: 'old_secret_sealed', reseal: resealText },
  { table: 'setting', id: ['name'], column: 'value', reseal: resealText },
  { table: 'account', id: ['id'], column: 'address_sealed', reseal: resealText },
  { table: 'shop', id: ['id'], column: 'pair_sealed', reseal: resealText },
  { table: 'printout', id: ['id'], column: 'sealed', reseal: resealText },
  { table: 'issuer_row', id: ['account', 'transaction_id'], column: 'vouchers', reseal: inVouchers },
];
/** One of the settings is encrypted. */
const SEALED_SETTING = 'return-key';

/**
 * Encrypts again, with the current key, all changeable rows with another key. A row that changes at
 * the same time is skipped, so call it until it returns 0.
 * @returns the number of rows with another key
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
      step = await retryWhileLocked(clock, () => rewrapSome(db, column, from, seal));
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
  { table, id, column, reseal }: SealedColumn,
  after: readonly string[],
  seal: (sealed: string) => string,
): Promise<Step> {
  const names = sql.join(id.map((name) => sql.ref(name)));
  const beyond = after.length === 0 ? sql`` : sql`and (${names}) > (${sql.join(after)})`;
  const only = table === 'setting' ? sql`and name = ${SEALED_SETTING}` : sql``;
  const { rows } = await sql<
    Record<string, string>
  >`select ${names}, ${sql.ref(column)} as sealed_text from ${sql.table(table)}
    where ${sql.ref(column)} is not null ${only} ${beyond} order by ${names} limit ${ROWS_PER_TRANSACTION}`.execute(db);
  const changes = rows
    .map((row) => ({ ids: id.map((name) => row[name] ?? ''), was: row['sealed_text'] ?? '' }))
    .map((row) => ({ ...row, is: reseal(row.was, seal) }));
  const changed = changes.filter(({ was, is }) => was !== is);
  if (changed.length > 0)
    await db.transaction().execute(async (tx) => {
      for (const { ids, was, is } of changed)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${is}
          where (${names}) = (${sql.join(ids)}) and ${sql.ref(column)} = ${was}`.execute(tx);
    });
  return { found: changed.length, last: rows.length < ROWS_PER_TRANSACTION ? null : (changes.at(-1)?.ids ?? null) };
}

/**
 * Parses the vouchers of a row of the issuer: a list with each encrypted ref, or null if the ref is
 * not stored.
 */
function inVouchers(text: string, seal: (sealed: string) => string): string {
  const vouchers = JSON.parse(text) as readonly { readonly sealed: string | null }[];
  const sealed = vouchers.map((voucher) =>
    voucher.sealed === null ? voucher : { ...voucher, sealed: seal(voucher.sealed) },
  );
  return sealed.every((voucher, index) => voucher.sealed === vouchers[index]?.sealed) ? text : JSON.stringify(sealed);
}
