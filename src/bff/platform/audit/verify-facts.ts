import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { type IsErased, readErasures } from './erasures.ts';
import { factsBetween, hashOfSeal, markOfFact, readMarks } from './fact-marks.ts';

type ChainKeys = Pick<Keys, 'chain'>;

export interface FactsVerdict {
  readonly shop: Scope;
  /** Facts that match their seals. */
  readonly sound: number;
  /** Number of the last sealed fact; 0 for none. */
  readonly upTo: number;
  /** Later facts, which are not protected yet. */
  readonly unsealed: number;
  /** The first faults, each with the name of its fact; empty if there is none. */
  readonly faults: readonly string[];
}

const FAULTS_NAMED = 20;
const ROWS_PER_QUERY = 1_000;
const sealedSchema = z.object({
  from: z.int(),
  to: z.int(),
  facts: z.int(),
  hash: z.string(),
  version: z.optional(z.int()),
});
type Sealed = z.infer<typeof sealedSchema>;

/**
 * Compares the facts of every shop with its trail, on one snapshot of the database. `verifyTrail`
 * verifies the trail itself.
 */
export async function verifyFacts(db: Kysely<Schema>, keys: ChainKeys): Promise<FactsVerdict[]> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const shops = await tx.selectFrom('shop').select('id').orderBy('id').execute();
    const verdicts: FactsVerdict[] = [];
    for (const { id } of shops)
      verdicts.push(await verifyShop(tx, { keys, shop: id, isErased: await readErasures(tx, keys, id) }));
    return verdicts;
  });
}

interface OfShop {
  readonly keys: ChainKeys;
  readonly shop: Scope;
  readonly isErased: IsErased;
}

async function verifyShop(tx: Kysely<Schema>, of: OfShop): Promise<FactsVerdict> {
  const { shop } = of;
  const entries = await tx
    .selectFrom('audit')
    .select('details')
    .where('shop', '=', shop)
    .where('action', '=', 'journal.sealed')
    .orderBy('seq')
    .execute();
  const faults: string[] = [];
  let sound = 0;
  let upTo = 0;
  for (const { details } of entries) {
    const sealed = sealedSchema.parse(JSON.parse(details));
    if (sealed.from !== upTo + 1) faults.push(`facts ${upTo + 1} to ${sealed.from - 1} were never sealed`);
    const found = await compare(tx, of, sealed);
    sound += found.sound;
    faults.push(...found.faults);
    upTo = sealed.to;
  }
  const unsealed = await tx
    .selectFrom('fact_seal')
    .select('from_seq')
    .where('shop', '=', shop)
    .where('from_seq', '>', upTo)
    .orderBy('from_seq')
    .executeTakeFirst();
  if (unsealed) faults.push(`marks from fact ${unsealed.from_seq} onwards are missing from the trail`);
  const { count } = await tx
    .selectFrom('fact')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('shop', '=', shop)
    .where('seq', '>', upTo)
    .executeTakeFirstOrThrow();
  const more = faults.length - FAULTS_NAMED;
  return {
    shop,
    sound,
    upTo,
    unsealed: Number(count),
    faults: more > 0 ? [...faults.slice(0, FAULTS_NAMED), `and ${more} more`] : faults,
  };
}

/** Checks one stretch: its marks have to match the entry, and each fact its mark. */
async function compare(
  tx: Kysely<Schema>,
  { keys, shop, isErased }: OfShop,
  { from, to, hash, version }: Sealed,
): Promise<{ sound: number; faults: string[] }> {
  const seal = await tx
    .selectFrom('fact_seal')
    .selectAll()
    .where('shop', '=', shop)
    .where('from_seq', '=', from)
    .executeTakeFirst();
  if (!seal) return { sound: 0, faults: [`the marks of facts ${from} to ${to} are missing`] };
  if (hashOfSeal(keys, { from, to: seal.to_seq, marks: seal.marks }) !== hash)
    return { sound: 0, faults: [`the marks of facts ${from} to ${to} were changed`] };
  const marks = readMarks(from, seal.marks);
  const faults: string[] = [];
  let next = from;
  let sound = 0;
  for (;;) {
    const facts = await factsBetween(tx, shop, { from: next, to }, ROWS_PER_QUERY);
    for (const fact of facts) {
      const mark = marks.get(fact.seq);
      marks.delete(fact.seq);
      const current = markOfFact(keys, fact, version ?? 1);
      const place = { place: 'fact', shop, ref: String(fact.seq) } as const;
      if (mark === current || (mark !== undefined && isErased(place, { original: mark, current }))) sound += 1;
      else
        faults.push(
          `fact ${fact.seq} (${fact.kind} of ${fact.operation_id}) was ${mark === undefined ? 'added' : 'changed'}`,
        );
    }
    const last = facts.at(-1);
    if (last === undefined || facts.length < ROWS_PER_QUERY) break;
    next = last.seq + 1;
  }
  return { sound, faults: [...faults, ...[...marks.keys()].map((seq) => `fact ${seq} is missing`)] };
}
