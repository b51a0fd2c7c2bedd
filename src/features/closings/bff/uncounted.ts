import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { grouped } from '../../../contract/money/grouped.ts';
import type { CountedFact } from './counted.ts';
import { type CountedRowsDeps, countedOf, countedRows } from './counted-rows.ts';

/** The cached facts of a till. */
interface UncountedTill extends UpTo {
  readonly facts: readonly CountedFact[];
}

interface UpTo {
  readonly count: number;
  readonly last: number;
  /** The number of Z: each may change the data of other facts. */
  readonly zs: number;
}

const NO_FACTS: UncountedTill = { facts: [], count: 0, last: 0, zs: 0 };

/**
 * Facts that no Z counts yet. The facts of a till are cached, and only newer ones are read, so that
 * the list of shifts does not become slower during the day.
 */
export function createUncounted({ reads, ...deps }: CountedRowsDeps & Pick<Ports, 'reads'>) {
  const { shop } = deps;
  const counts = new Map<string, UncountedTill>();
  const all = (db: Kysely<Schema> = reads) => db.selectFrom('uncounted_fact').where('uncounted_fact.shop', '=', shop);

  async function countsOf(db: Kysely<Schema>, tillId?: string): Promise<ReadonlyMap<string, UpTo>> {
    const zs = (await highestNumbers(db, shop)).reduce((sum, { number }) => sum + number, 0);
    const devices = tillId === undefined ? null : await devicesOf(db, shop, tillId);
    const tills = await all(db)
      .innerJoin('device', 'device.id', 'device_id')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('fact_seq').as('last')])
      .select(({ fn }) => fn.coalesce('device.till_id', 'device.id').as('till'))
      .$if(devices !== null, (query) => query.where('device_id', 'in', devices ?? []))
      .groupBy(({ fn }) => fn.coalesce('device.till_id', 'device.id'))
      .execute();
    return new Map(tills.map(({ till, ...upTo }) => [till, { ...upTo, zs }]));
  }

  /** Reads facts of tills beyond the cached ones. */
  async function readOn(
    db: Kysely<Schema>,
    tills: ReadonlyMap<string, UpTo>,
    counted: Map<string, UncountedTill>,
  ): Promise<void> {
    const behind = [...counted].filter(([till, { last }]) => last < (tills.get(till)?.last ?? 0));
    if (behind.length === 0) return;
    const devices = await devicesOf(db, shop, ...behind.map(([till]) => till));
    const after = Math.min(...behind.map(([, { last }]) => last));
    const news = grouped(await uncountedOf(db, deps, devices, after), ({ till }) => till.id);
    for (const [till, { facts, last }] of behind) {
      const upTo = tills.get(till) ?? NO_FACTS;
      const ofTill = (news.get(till) ?? []).filter(({ id }) => Number(id) > last && Number(id) <= upTo.last);
      counted.set(till, { ...upTo, facts: [...facts, ...ofTill] });
    }
  }

  /**
   * Returns facts that count and are in no Z, of one till or of all, oldest first for each till.
   * @param db a transaction, which reads only the facts that are not cached
   */
  async function open(tillId?: string, db: Kysely<Schema> = reads): Promise<readonly CountedFact[]> {
    const tills = await countsOf(db, tillId);
    /* A separate map: concurrent callers may have read fewer Z. */
    const next = new Map<string, UncountedTill>();
    for (const [till, { zs, last }] of tills) {
      const before = counts.get(till);
      next.set(till, before?.zs === zs && before.last <= last ? before : NO_FACTS);
    }
    await readOn(db, tills, next);
    /* A fact may become visible after a later one. */
    for (const [till, { facts }] of next) if (facts.length !== tills.get(till)?.count) next.set(till, NO_FACTS);
    await readOn(db, tills, next);
    for (const [till, now] of next) counts.set(till, now);
    const facts = [...next.values()].flatMap((of) => of.facts);
    return withCurrentNames(db, facts);
  }

  return {
    open,
    async uncounted(since: number) {
      const startedSince = all().select('fact_seq').where('at', '>=', since).where('begins', '=', 1).limit(1);
      const tills = all()
        .innerJoin('device', 'device.id', 'device_id')
        .select(({ fn }) => fn.coalesce('device.till_id', 'device.id').as('till'))
        .distinct()
        .where('at', '<', since);
      const [hasStarted, left] = await Promise.all([startedSince.executeTakeFirst(), tills.execute()]);
      return { hasBegun: hasStarted !== undefined, tills: left.map(({ till }) => till) };
    },
    async tillOf(id: string) {
      const operation = await reads
        .selectFrom('operation')
        .innerJoin('device', 'device.id', 'operation.device_id')
        .select(({ fn }) => fn.coalesce('device.till_id', 'device.id').as('till'))
        .where('operation.shop', '=', shop)
        .where('operation.id', '=', id)
        .executeTakeFirst();
      return operation?.till ?? null;
    },
  };
}

/** Facts in one query; more would delay redemptions. */
const FACTS_PER_QUERY = 200;

/**
 * Facts of some devices that count and are in no Z, oldest first.
 * @param after the number of a fact
 */
async function uncountedOf(
  db: Kysely<Schema>,
  deps: CountedRowsDeps,
  devices: readonly string[],
  after = 0,
): Promise<CountedFact[]> {
  const uncounted = db.selectFrom('uncounted_fact').select('fact_seq').where('shop', '=', deps.shop);
  const found = uncounted.where('device_id', 'in', devices).where('fact_seq', '>', after).orderBy('fact_seq');
  const seqs = (await found.execute()).map(({ fact_seq }) => fact_seq);
  const facts: CountedFact[] = [];
  /* By their numbers, so that no query plan reads the past. */
  for (let start = 0; start < seqs.length; start += FACTS_PER_QUERY) {
    const some = seqs.slice(start, start + FACTS_PER_QUERY);
    const rows = countedRows(db).where(inShop('fact.shop', deps.shop)).where('fact.seq', 'in', some);
    facts.push(...(await countedOf(db, deps, await rows.execute())));
  }
  return facts;
}

const isOfTill =
  (...tillIds: readonly string[]) =>
  (eb: ExpressionBuilder<Schema, 'device'>) =>
    eb(eb.fn.coalesce('device.till_id', 'device.id'), 'in', tillIds);

export async function devicesOf(db: Kysely<Schema>, shop: Scope, ...tillIds: readonly string[]): Promise<string[]> {
  const rows = db
    .selectFrom('device')
    .select('id')
    .where('shop', '=', shop)
    .where(isOfTill(...tillIds));
  return (await rows.execute()).map(({ id }) => id);
}

/**
 * Returns the highest Z number of each device. Numbers have no gaps, so a search in the index tells
 * as much as a count of all Z, which grows with the years.
 */
export async function highestNumbers(db: Kysely<Schema>, shop: Scope) {
  const rows = await db
    .selectFrom('device')
    .select((eb) => [
      eb.fn.coalesce('till_id', 'id').as('till'),
      eb
        .selectFrom('shift_z')
        .select(({ fn }) => fn.max('number').as('number'))
        .whereRef('shift_z.shop', '=', 'device.shop')
        .whereRef('shift_z.device_id', '=', 'device.id')
        .as('number'),
    ])
    .where('shop', '=', shop)
    .execute();
  return rows.map(({ till, number }) => ({ till, number: number ?? 0 }));
}

/** Returns cached facts with the current open state of their operations. */
async function withCurrentNames(db: Kysely<Schema>, facts: readonly CountedFact[]): Promise<readonly CountedFact[]> {
  const open = [...new Set(facts.flatMap(({ operation }) => (operation.isOpen ? operation.id : [])))];
  const settledIds = new Set<string>();
  for (let start = 0; start < open.length; start += FACTS_PER_QUERY) {
    const some = db.selectFrom('operation').select('id').where('open', '=', 0);
    for (const { id } of await some.where('id', 'in', open.slice(start, start + FACTS_PER_QUERY)).execute())
      settledIds.add(id);
  }
  if (settledIds.size === 0) return facts;
  return facts.map((fact) =>
    settledIds.has(fact.operation.id) ? { ...fact, operation: { ...fact.operation, isOpen: false } } : fact,
  );
}
