import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { sealOfBurntNumbers, sealOfNote, sealOfZ } from './closing-seals.ts';
import { type IsErased, readErasures } from './erasures.ts';

type ChainKeys = Pick<Keys, 'chain'>;

export interface ClosingsVerdict {
  readonly shop: Scope;
  /** Z reports that match their seals. */
  readonly sound: number;
  /** Z reports and notes older than seals: only their entry in the trail is known. */
  readonly unsealed: number;
  /** The first faults, each with the name of its Z report; empty if there is none. */
  readonly faults: readonly string[];
}

const FAULTS_NAMED = 20;
const ROWS_PER_QUERY = 200;
const detailsSchema = z.object({
  seal: z.optional(z.string()),
  reason: z.optional(z.string()),
  from: z.optional(z.int()),
  to: z.optional(z.int()),
});

interface SealEntry extends z.infer<typeof detailsSchema> {
  readonly action: string;
  readonly subject: string;
  readonly personId: string | null;
}

/**
 * Compares the Z reports of every shop and their notes with the seals in its trail, on one snapshot
 * of the database. `verifyTrail` verifies the trail itself.
 */
export async function verifyClosings(db: Kysely<Schema>, keys: ChainKeys): Promise<ClosingsVerdict[]> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const shops = await tx.selectFrom('shop').select('id').orderBy('id').execute();
    const verdicts: ClosingsVerdict[] = [];
    for (const { id } of shops) verdicts.push(await verifyShop(tx, keys, id));
    return verdicts;
  });
}

async function verifyShop(tx: Kysely<Schema>, keys: ChainKeys, shop: Scope): Promise<ClosingsVerdict> {
  const entries = await entriesOf(tx, shop);
  const isErased = await readErasures(tx, keys, shop);
  const found = [
    await compareZs(tx, { keys, isErased }, shop, entries),
    await compareBurnt(tx, keys, shop, entries),
    await compareNotes(tx, keys, shop, entries),
  ];
  const faults = found.flatMap((one) => one.faults);
  const more = faults.length - FAULTS_NAMED;
  return {
    shop,
    sound: found[0]?.sound ?? 0,
    unsealed: found.reduce((sum, { unsealed }) => sum + unsealed, 0),
    faults: more > 0 ? [...faults.slice(0, FAULTS_NAMED), `and ${more} more`] : faults,
  };
}

async function entriesOf(tx: Kysely<Schema>, shop: Scope): Promise<SealEntry[]> {
  const rows = await tx
    .selectFrom('audit')
    .select(['action', 'subject', 'person_id', 'details'])
    .where('shop', '=', shop)
    .where('action', 'in', ['shift.closed', 'shift.left-open', 'shift.noted', 'shift.numbers-burnt'])
    .orderBy('seq')
    .execute();
  return rows.map(({ action, subject, person_id, details }) => ({
    action,
    subject: subject ?? '',
    personId: person_id,
    ...detailsSchema.parse(JSON.parse(details)),
  }));
}

interface ClosingFaults {
  readonly sound: number;
  readonly unsealed: number;
  readonly faults: string[];
}

async function compareZs(
  tx: Kysely<Schema>,
  { keys, isErased }: { readonly keys: ChainKeys; readonly isErased: IsErased },
  shop: Scope,
  entries: readonly SealEntry[],
): Promise<ClosingFaults> {
  const closings = entries.filter(({ action }) => action === 'shift.closed' || action === 'shift.left-open');
  const expected = new Map(closings.map((entry) => [entry.subject, entry]));
  const faults: string[] = [];
  let sound = 0;
  let unsealed = 0;
  for (let after = ''; ; ) {
    const rows = await zRows(tx, shop).where('burnt', '=', 0).where('id', '>', after).limit(ROWS_PER_QUERY).execute();
    const facts = await factsOf(
      tx,
      shop,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const entry = expected.get(row.id);
      expected.delete(row.id);
      if (entry === undefined) faults.push(`Z ${row.number} (${row.id}) was added`);
      else if (entry.seal === undefined) unsealed += 1;
      else {
        const current = sealOfZ(keys, row, facts.get(row.id) ?? []);
        const place = { place: 'shift_z', shop, ref: row.id } as const;
        if (entry.seal === current || isErased(place, { original: entry.seal, current })) sound += 1;
        else faults.push(`Z ${row.number} (${row.id}) was changed`);
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_QUERY) break;
    after = last.id;
  }
  return {
    sound,
    unsealed,
    faults: [...faults, ...[...expected.keys()].map((id) => `the Z of shift ${id} is missing`)],
  };
}

/** Compares the numbers without a Z report with the entries of their tills. */
async function compareBurnt(
  tx: Kysely<Schema>,
  keys: ChainKeys,
  shop: Scope,
  entries: readonly SealEntry[],
): Promise<ClosingFaults> {
  const rows = await zRows(tx, shop).where('burnt', '=', 1).execute();
  const rest = new Set(rows);
  const faults: string[] = [];
  let unsealed = 0;
  for (const { action, subject, from = 0, to = 0, seal } of entries) {
    if (action !== 'shift.numbers-burnt') continue;
    const ofTill = rows
      .filter(({ device_id, number }) => device_id === subject && number >= from && number <= to)
      .sort((a, b) => a.number - b.number);
    for (const row of ofTill) rest.delete(row);
    if (seal === undefined) unsealed += ofTill.length;
    else if (seal !== sealOfBurntNumbers(keys, ofTill))
      faults.push(`the burnt numbers ${from} to ${to} of ${subject} were changed`);
  }
  return { sound: 0, unsealed, faults: [...faults, ...[...rest].map(({ id }) => `the burnt number ${id} was added`)] };
}

async function compareNotes(
  tx: Kysely<Schema>,
  keys: ChainKeys,
  shop: Scope,
  entries: readonly SealEntry[],
): Promise<ClosingFaults> {
  const expected = entries.filter(({ action }) => action === 'shift.noted');
  const notes = await tx.selectFrom('shift_note').selectAll().where('shop', '=', shop).orderBy('at').execute();
  const faults: string[] = [];
  let unsealed = 0;
  for (const row of notes) {
    const seal = sealOfNote(keys, row);
    const at = expected.findIndex((entry) =>
      entry.seal === undefined
        ? entry.subject === row.z_id && entry.personId === row.person_id && entry.reason === row.note
        : entry.seal === seal,
    );
    if (at < 0) faults.push(`a note on the Z of shift ${row.z_id} was changed or added`);
    else if (expected.splice(at, 1)[0]?.seal === undefined) unsealed += 1;
  }
  const missing = expected.map(({ subject }) => `a note on the Z of shift ${subject} was changed or is missing`);
  return { sound: 0, unsealed, faults: [...faults, ...missing] };
}

const zRows = (tx: Kysely<Schema>, shop: Scope) =>
  tx.selectFrom('shift_z').selectAll().where('shop', '=', shop).orderBy('id');

async function factsOf(
  tx: Kysely<Schema>,
  shop: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('shift_z_fact')
    .select(['z_id', 'fact_seq'])
    .where('shop', '=', shop)
    .where('z_id', 'in', ids)
    .execute();
  const facts = new Map<string, number[]>();
  for (const { z_id, fact_seq } of rows) {
    const some = facts.get(z_id) ?? [];
    some.push(fact_seq);
    facts.set(z_id, some);
  }
  return facts;
}
