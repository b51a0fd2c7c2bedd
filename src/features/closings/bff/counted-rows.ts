import { type Kysely, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { captureOf, tenderFactSchema } from '../../../bff/redemption/journal/tender-facts.ts';
import { factIn } from '../../../bff/redemption/operation/read-facts.ts';
import { isItems, magnitude, unitOf } from '../../../contract/money/money.ts';
import { issuedVoucherSchema } from '../../selling/contract/issue.ts';
import { CAPTURING, COUNTED, type CountedFact, isCountedKind, KIND_OF, START_FACT, type ZName } from './counted.ts';

export interface CountedRowsDeps {
  readonly shop: Scope;
  readonly keys: Pick<Keys, 'open'>;
  /** Empty for items. */
  readonly currency: string;
}

const FACTS_PER_QUERY = 500;
/** As literal SQL, so that its plan is always the same. */
const COUNTS = sql<SqlBool>`(${sql.join(
  Object.entries(COUNTED).map(([kind, facts]) => {
    const factList = sql.join(facts.map((fact) => sql.lit(fact)));
    return sql`(fact.operation_kind = ${sql.lit(kind)} and fact.kind in (${factList}))`;
  }),
  sql` or `,
)})`;

/**
 * Facts that count, oldest first, with the data of their operation. The Z of the operation's
 * beginning is read as well; `own.z_id` is the Z of the fact itself. The caller adds the shop.
 */
export function countedRows(db: Kysely<Schema>) {
  return db
    .selectFrom('fact')
    .innerJoin('operation', 'operation.id', 'fact.operation_id')
    .innerJoin('device', 'device.id', 'operation.device_id')
    .innerJoin('person', 'person.id', 'fact.person_id')
    .leftJoin('tender', 'tender.id', 'fact.operation_id')
    .leftJoin('refund', 'refund.id', 'fact.operation_id')
    .leftJoin('tender as refunded', 'refunded.id', 'refund.tender_id')
    .leftJoin('issue', 'issue.id', 'fact.operation_id')
    .leftJoin('shift_z_fact as own', (on) =>
      on.onRef('own.shop', '=', 'fact.shop').onRef('own.fact_seq', '=', 'fact.seq'),
    )
    .leftJoin('fact as intent', (on) =>
      on.onRef('intent.operation_id', '=', 'fact.operation_id').on('intent.kind', '=', START_FACT),
    )
    .leftJoin('shift_z_fact as begun', (on) =>
      on.onRef('begun.shop', '=', 'fact.shop').onRef('begun.fact_seq', '=', 'intent.seq'),
    )
    .leftJoin('shift_z as begun_z', 'begun_z.id', 'begun.z_id')
    .leftJoin('device as begun_till', 'begun_till.id', 'begun_z.device_id')
    .select(['fact.seq', 'fact.at', 'fact.kind as fact', 'fact.data', 'fact.operation_kind', 'fact.operation_id'])
    .select(['operation.open', 'operation.created_at', 'device.name as till'])
    .select(({ fn }) => fn.coalesce('device.till_id', 'device.id').as('till_id'))
    .select(['person.id as person_id', 'person.name as person', 'tender.requested', 'tender.currency', 'tender.held'])
    .select([
      'refunded.id as refunded_id',
      'refunded.requested as refunded_requested',
      'refunded.currency as refunded_currency',
    ])
    .select(['issue.quantity', 'issue.face_value', 'begun_z.number as begun_number', 'begun_till.name as begun_till'])
    .where(COUNTS)
    .orderBy('fact.seq');
}

export type CountedRow = Awaited<ReturnType<ReturnType<typeof countedRows>['execute']>>[number];

export async function countedOf(
  db: Kysely<Schema>,
  deps: CountedRowsDeps,
  rows: readonly CountedRow[],
): Promise<CountedFact[]> {
  const [taken, sold] = await Promise.all([capturesOf(db, deps.shop, rows), valuesSold(db, deps, rows)]);
  return rows.map((row) => ({
    id: String(row.seq),
    at: row.at,
    fact: row.fact,
    isBeginning: row.fact === START_FACT,
    operation: { id: row.operation_id, isOpen: row.open === 1, createdAt: row.created_at },
    till: { id: row.till_id, name: row.till },
    person: { id: row.person_id, name: row.person },
    begunIn: zNameOf(row.begun_number, row.begun_till),
    takenIn: taken.get(row.refunded_id ?? '')?.in ?? null,
    ...whatCounts(row, taken, sold),
  }));
}

type CountedValues = Pick<CountedFact, 'kind' | 'currency' | 'amount' | 'count' | 'forfeited'>;

function whatCounts(
  row: CountedRow,
  captures: ReadonlyMap<string, CountedCapture>,
  sold: ReadonlyMap<string, SoldVouchers>,
): CountedValues {
  const { operation_kind, fact, held } = row;
  if (!isCountedKind(operation_kind)) throw new Error(`A Z report does not count the kind ${operation_kind}`);
  const kind = KIND_OF[operation_kind];
  const isStart = fact === START_FACT;
  if (kind === 'sold') {
    const { each, currency, answers } = sold.get(row.operation_id) ?? { each: 0, currency: '', answers: [] };
    const before = answers.reduce((sum, { seq, data }) => (seq < row.seq ? sum + issuedCount(data) : sum), 0);
    const count = isStart ? 0 : fact === 'issued' ? issuedCount(row.data) : fact === 'taken_back' ? -before : before;
    return { kind, currency, count, amount: each * (isStart ? (row.quantity ?? 0) : count), forfeited: 0 };
  }
  if (kind === 'refunded') {
    const currency = row.refunded_currency ?? '';
    const amount = captures.get(row.refunded_id ?? '')?.amount ?? row.refunded_requested ?? 0;
    if (isStart) return { kind, currency, count: 0, amount, forfeited: 0 };
    const isBack = fact === 'refunded';
    return { kind, currency, count: isBack ? 1 : 0, amount: isBack ? amount : 0, forfeited: 0 };
  }
  const currency = row.currency ?? '';
  if (isStart) return { kind, currency, count: 0, amount: row.requested ?? 0, forfeited: 0 };
  const captured = capturedIn(row);
  if (captured === null) return { kind, currency, count: 0, amount: 0, forfeited: 0 };
  return { kind, currency, count: 1, amount: captured, forfeited: Math.max(0, (held ?? captured) - captured) };
}

const issuedSchema = z.object({ count: z.int() });
const issuedCount = (data: string) => issuedSchema.parse(JSON.parse(data)).count;

/** Returns the captured amount that a fact of a tender states; null for one that states none. */
function capturedIn({ fact, data }: Pick<CountedRow, 'fact' | 'data'>): number | null {
  return captureOf(factIn(tenderFactSchema, { kind: fact, data }))?.captured ?? null;
}

function zNameOf(number: number | null, till: string | null): ZName | null {
  return number === null || till === null ? null : { number, till };
}

/** The amount of a refund, and the Z of its redemption. */
interface CountedCapture {
  readonly amount: number;
  readonly in: ZName | null;
}

async function capturesOf(
  db: Kysely<Schema>,
  shop: Scope,
  rows: readonly CountedRow[],
): Promise<ReadonlyMap<string, CountedCapture>> {
  const ids = [...new Set(rows.flatMap(({ refunded_id }) => refunded_id ?? []))];
  const captures = new Map<string, CountedCapture>();
  for (let start = 0; start < ids.length; start += FACTS_PER_QUERY) {
    const facts = await db
      .selectFrom('fact')
      .leftJoin('shift_z_fact as own', (on) =>
        on.onRef('own.shop', '=', 'fact.shop').onRef('own.fact_seq', '=', 'fact.seq'),
      )
      .leftJoin('shift_z', 'shift_z.id', 'own.z_id')
      .leftJoin('device', 'device.id', 'shift_z.device_id')
      .select(['fact.operation_id', 'fact.kind as fact', 'fact.data', 'shift_z.number', 'device.name as till'])
      .where(inShop('fact.shop', shop))
      .where('fact.operation_id', 'in', ids.slice(start, start + FACTS_PER_QUERY))
      .where('fact.kind', 'in', CAPTURING)
      .orderBy('fact.seq')
      .execute();
    for (const { operation_id, number, till, ...fact } of facts) {
      const amount = capturedIn(fact);
      if (amount !== null) captures.set(operation_id, { amount, in: zNameOf(number, till) });
    }
  }
  return captures;
}

/** The value of one voucher of an order. */
interface SoldVouchers {
  readonly each: number;
  /** Empty for items. */
  readonly currency: string;
  /** The facts with vouchers: more may arrive once the return of a sale is undone. */
  readonly answers: readonly Pick<CountedRow, 'seq' | 'data'>[];
}

/**
 * Returns the value of each voucher of these orders: the requested face value, or the balance of
 * the first voucher that was created.
 */
async function valuesSold(
  db: Kysely<Schema>,
  { shop, keys, currency }: CountedRowsDeps,
  rows: readonly CountedRow[],
): Promise<ReadonlyMap<string, SoldVouchers>> {
  const sold = new Map<string, SoldVouchers>();
  const orders = new Map(rows.filter(({ quantity }) => quantity !== null).map((row) => [row.operation_id, row]));
  for (const [id, { face_value }] of orders) {
    const facts = db.selectFrom('fact').select(['seq', 'data']).where(inShop('shop', shop));
    const answers = await facts.where('operation_id', '=', id).where('kind', '=', 'issued').execute();
    const ofOrder = db.selectFrom('issued_voucher').where('issue_id', '=', id);
    const first = await ofOrder.select('sealed').orderBy('position').limit(1).executeTakeFirst();
    const value = first ? issuedVoucherSchema.parse(JSON.parse(keys.open(first.sealed))).remaining : null;
    const each = face_value ?? (value && magnitude(value));
    const unit = value === null ? currency : isItems(value) ? '' : unitOf(value);
    if (each !== null) sold.set(id, { each, currency: unit, answers });
  }
  return sold;
}
