import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { entryHashOf } from '../../platform/audit/chain.ts';
import { sealOfZ } from '../../platform/audit/closing-seals.ts';
import { type ErasedRow, erasureMark } from '../../platform/audit/erasures.ts';
import { factsBetween, markOfFact, readMarks } from '../../platform/audit/fact-marks.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { isPostgres, liftAppendOnly, makeAppendOnly } from '../../platform/store/migrations/dialect.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { type ErasedNames, withoutNames } from './erase-names.ts';

type Tx = Transaction<Schema>;
type ChainKeys = Pick<Keys, 'chain'>;

interface Records {
  readonly tx: Tx;
  readonly keys: ChainKeys;
  readonly shop: Scope;
  readonly erased: ErasedNames;
}

/** The tables that the database protects, and whose rows contain names. */
const TABLES = ['audit', 'fact', 'shift_z', 'closing'] as const;

/**
 * Replaces the names of a person in the trail, the facts, the Z reports and the day totals of
 * shops. Rows that the trail protects get a mark, so that it stays verifiable.
 * @returns the number of rows
 */
export async function eraseFromRecords(
  tx: Tx,
  keys: ChainKeys,
  shops: readonly Scope[],
  erased: ErasedNames,
): Promise<number> {
  for (const table of TABLES) await liftAppendOnly(tx, table);
  let records = 0;
  for (const shop of shops) {
    const of = { tx, keys, shop, erased };
    /* The entries last: facts and reports are compared with them. */
    records += (await eraseFromFacts(of)) + (await eraseFromZs(of)) + (await eraseFromDays(of));
    records += await eraseFromEntries(of);
  }
  for (const table of TABLES) await makeAppendOnly(tx, table);
  return records;
}

/** The condition that a JSON text contains a value of a name. */
function containsName(db: Kysely<Schema>, column: string, { names }: ErasedNames) {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  const each = [...names].map((name) => sql<SqlBool>`${find}(${sql.ref(column)}, ${JSON.stringify(name)}) > 0`);
  return each.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

async function mark({ tx, keys }: Records, row: ErasedRow, replacement: { original: string; current: string }) {
  const marked = { mark: erasureMark(keys, row, replacement) };
  await tx
    .insertInto('erasure')
    .values({ ...row, ...marked })
    .onConflict((conflict) => conflict.columns(['shop', 'place', 'ref']).doUpdateSet(marked))
    .execute();
}

async function eraseFromEntries(of: Records): Promise<number> {
  const { tx, keys, shop, erased } = of;
  const rows = await tx
    .selectFrom('audit')
    .selectAll()
    .where('shop', '=', shop)
    .where(containsName(tx, 'details', erased))
    .execute();
  let count = 0;
  for (const row of rows) {
    const details = withoutNames(row.details, erased);
    if (details === row.details) continue;
    await tx.updateTable('audit').set({ details }).where('shop', '=', shop).where('seq', '=', row.seq).execute();
    const current = entryHashOf(keys, { ...row, details });
    await mark(of, { place: 'audit', shop, ref: String(row.seq) }, { original: row.hash, current });
    count += 1;
  }
  return count;
}

const sealedSchema = z.object({ from: z.int(), version: z.optional(z.int()) });

async function eraseFromFacts(of: Records): Promise<number> {
  const { tx, keys, shop, erased } = of;
  const rows = await tx
    .selectFrom('fact')
    .select(['seq', 'data'])
    .where('shop', '=', shop)
    .where((eb) => eb.or([eb('decider_id', '=', erased.personId), containsName(tx, 'data', erased)]))
    .orderBy('seq')
    .execute();
  const seals = rows.length === 0 ? [] : await sealsOf(tx, shop);
  let count = 0;
  for (const { seq, data: before } of rows) {
    const data = withoutNames(before, erased);
    if (data === before) continue;
    await tx.updateTable('fact').set({ data }).where('shop', '=', shop).where('seq', '=', seq).execute();
    count += 1;
    const seal = seals.find(({ from_seq, to_seq }) => from_seq <= seq && seq <= to_seq);
    const original = seal && readMarks(seal.from_seq, seal.marks).get(seq);
    const [fact] = await factsBetween(tx, shop, { from: seq, to: seq }, 1);
    /* Facts without a seal are sealed later, as they are now. */
    if (seal === undefined || original === undefined || fact === undefined) continue;
    const current = markOfFact(keys, fact, seal.version);
    await mark(of, { place: 'fact', shop, ref: String(seq) }, { original, current });
  }
  return count;
}

async function sealsOf(tx: Tx, shop: Scope) {
  const seals = await tx.selectFrom('fact_seal').selectAll().where('shop', '=', shop).execute();
  const entries = await tx
    .selectFrom('audit')
    .select('details')
    .where('shop', '=', shop)
    .where('action', '=', 'journal.sealed')
    .execute();
  const versions = new Map(
    entries.map(({ details }) => {
      const { from, version = 1 } = sealedSchema.parse(JSON.parse(details));
      return [from, version];
    }),
  );
  return seals.map((seal) => ({ ...seal, version: versions.get(seal.from_seq) ?? 1 }));
}

const zEntrySchema = z.object({ seal: z.optional(z.string()) });

async function eraseFromZs(of: Records): Promise<number> {
  const { tx, keys, shop, erased } = of;
  const rows = await tx
    .selectFrom('shift_z')
    .selectAll()
    .where('shop', '=', shop)
    .where((eb) => eb.or([eb('person_id', '=', erased.personId), containsName(tx, 'found', erased)]))
    .execute();
  let count = 0;
  for (const row of rows) {
    const found = withoutNames(row.found, erased);
    if (found === row.found) continue;
    await tx.updateTable('shift_z').set({ found }).where('shop', '=', shop).where('id', '=', row.id).execute();
    count += 1;
    const entry = await tx
      .selectFrom('audit')
      .select('details')
      .where('shop', '=', shop)
      .where('subject', '=', row.id)
      .where('action', 'in', ['shift.closed', 'shift.left-open'])
      .executeTakeFirst();
    const original = entry && zEntrySchema.parse(JSON.parse(entry.details)).seal;
    if (original === undefined) continue;
    const counted = tx
      .selectFrom('shift_z_fact')
      .select('fact_seq')
      .where('shop', '=', shop)
      .where('z_id', '=', row.id);
    const seqs = (await counted.execute()).map(({ fact_seq }) => fact_seq);
    const current = sealOfZ(keys, { ...row, found }, seqs);
    await mark(of, { place: 'shift_z', shop, ref: row.id }, { original, current });
  }
  return count;
}

/** Day totals that programs saved; no seal covers them. */
async function eraseFromDays({ tx, shop, erased }: Records): Promise<number> {
  const rows = await tx
    .selectFrom('closing')
    .select(['id', 'found'])
    .where('shop', '=', shop)
    .where(containsName(tx, 'found', erased))
    .execute();
  let count = 0;
  for (const { id, found: before } of rows) {
    const found = withoutNames(before, erased);
    if (found === before) continue;
    await tx.updateTable('closing').set({ found }).where('shop', '=', shop).where('id', '=', id).execute();
    count += 1;
  }
  return count;
}
