import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Counted } from './counted.ts';
import { type CountedRowsDeps, countedOf, countedRows } from './counted-rows.ts';
import type { ShiftStore } from './shift-store.ts';

interface Kept {
  readonly facts: readonly Counted[];
  /** The number of the last one. */
  readonly last: number;
  /** How many Z there were. */
  readonly zs: number;
}

/**
 * What no Z counts yet.
 *
 * What was read of a till is kept, and only what came since then is read, so that an open list of
 * shifts costs the same in the evening.
 */
export function createUncounted(
  db: Kysely<Schema>,
  deps: CountedRowsDeps,
): Pick<ShiftStore, 'open' | 'uncounted' | 'tillOf'> {
  const { shop } = deps;
  const kept = new Map<string, Kept>();
  const all = () => db.selectFrom('uncounted_fact').where('uncounted_fact.shop', '=', shop);

  async function ofDevice(device: string, { count, last, zs }: { count: number; last: number; zs: number }) {
    const known = kept.get(device);
    const before = known?.zs === zs && known.last <= last ? known : { facts: [], last: 0 };
    const news = await uncountedOf(db, deps, [device], before.last);
    const joined = [...before.facts, ...news];
    const facts = joined.length === count ? joined : await uncountedOf(db, deps, [device]);
    const now = await asTheyAre(db, facts);
    kept.set(device, { facts: now, last, zs });
    return now;
  }

  return {
    async open(tillId) {
      const of = tillId === undefined ? null : await devicesOf(db, shop, tillId);
      const { zs } = await db
        .selectFrom('shift_z')
        .select(({ fn }) => fn.countAll<number>().as('zs'))
        .where('shop', '=', shop)
        .executeTakeFirstOrThrow();
      const devices = await all()
        .select(({ fn }) => ['device_id', fn.countAll<number>().as('count'), fn.max('fact_seq').as('last')])
        .$if(of !== null, (query) => query.where('device_id', 'in', of ?? []))
        .groupBy('device_id')
        .execute();
      const facts = await Promise.all(devices.map(({ device_id, ...upTo }) => ofDevice(device_id, { ...upTo, zs })));
      return facts.flat().sort(bySeq);
    },
    async uncounted(since) {
      const begun = all().select('fact_seq').where('at', '>=', since).where('begins', '=', 1).limit(1);
      const tills = all()
        .innerJoin('device', 'device.id', 'device_id')
        .select(({ fn }) => fn.coalesce('device.till_id', 'device.id').as('till'))
        .distinct()
        .where('at', '<', since);
      const [hasBegun, left] = await Promise.all([begun.executeTakeFirst(), tills.execute()]);
      return { hasBegun: hasBegun !== undefined, tills: left.map(({ till }) => till) };
    },
    async tillOf(id) {
      const operation = await db
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

/**
 * Facts of devices that count and that no Z has, oldest first.
 * @param after the number of a fact
 */
export async function uncountedOf(
  db: Kysely<Schema>,
  deps: CountedRowsDeps,
  devices: readonly string[],
  after = 0,
): Promise<Counted[]> {
  const rows = countedRows(db, deps.shop)
    .innerJoin('uncounted_fact', (on) =>
      on.onRef('uncounted_fact.shop', '=', 'fact.shop').onRef('uncounted_fact.fact_seq', '=', 'fact.seq'),
    )
    .where('uncounted_fact.device_id', 'in', devices)
    .where('uncounted_fact.fact_seq', '>', after);
  return (await countedOf(db, deps, await rows.execute())).sort(bySeq);
}

/** Matches the devices of one till. */
export const isOfTill = (tillId: string) => (eb: ExpressionBuilder<Schema, 'device'>) =>
  eb(eb.fn.coalesce('device.till_id', 'device.id'), '=', tillId);

/** The devices of one till. */
export async function devicesOf(db: Kysely<Schema>, shop: Scope, tillId: string): Promise<string[]> {
  const rows = db.selectFrom('device').select('id').where('shop', '=', shop).where(isOfTill(tillId));
  return (await rows.execute()).map(({ id }) => id);
}

/** So many operations are asked about at a time. */
const AT_ONCE = 500;

/** Facts that were kept, with whether their operations are open now. */
async function asTheyAre(db: Kysely<Schema>, facts: readonly Counted[]): Promise<readonly Counted[]> {
  const open = [...new Set(facts.flatMap(({ operation }) => (operation.isOpen ? operation.id : [])))];
  const ended = new Set<string>();
  for (let start = 0; start < open.length; start += AT_ONCE) {
    const some = db.selectFrom('operation').select('id').where('open', '=', 0);
    for (const { id } of await some.where('id', 'in', open.slice(start, start + AT_ONCE)).execute()) ended.add(id);
  }
  if (ended.size === 0) return facts;
  return facts.map((fact) =>
    ended.has(fact.operation.id) ? { ...fact, operation: { ...fact.operation, isOpen: false } } : fact,
  );
}

const bySeq = (a: Counted, b: Counted) => Number(a.id) - Number(b.id);
