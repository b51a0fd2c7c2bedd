import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { isAmong } from '../../../bff/platform/store/among.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { receiptNumberOf } from '../../../bff/redemption/journal/late-receipt.ts';
import { captureOf, tenderFactSchema } from '../../../bff/redemption/journal/tender-facts.ts';
import { factIn } from '../../../bff/redemption/operation/read-facts.ts';
import { snapshotSchema } from '../../../bff/redemption/operation/snapshot.ts';
import { type CountedFact, START_FACT } from './counted.ts';
import { type CountedRowsDeps, countedOf, countedRows } from './counted-rows.ts';

/** A redemption or refund, as accounting needs it. */
export interface RedeemedLine
  extends Pick<CountedFact, 'at' | 'amount' | 'currency' | 'forfeited' | 'till' | 'person'> {
  readonly id: string;
  readonly kind: 'redeemed' | 'refunded';
  /** When it began, milliseconds UTC; `at` is when its outcome was known. */
  readonly begunAt: number;
  /** Name of the product; empty if unknown. */
  readonly product: string;
  readonly receiptNo: string | null;
  readonly last4: string;
  /** The issuer's id of the capture or refund. */
  readonly transactionId: string;
  readonly zId: string | null;
}

export interface RedeemedQuery {
  /** Outcome known within, milliseconds UTC, inclusive. */
  readonly period?: { readonly from: number; readonly to: number };
  /** Only lines of these operations, 500 at most. */
  readonly operationIds?: readonly string[];
  /** True for unsettled operations, with the requested amount and without a `transactionId`. */
  readonly unsettled?: boolean;
  readonly zId?: string;
  /** Counted by a Z whose shift opened within, milliseconds UTC, inclusive. */
  readonly opened?: { readonly from: number; readonly to: number };
}

const IDS_PER_QUERY = 500;
const NEVER = { from: 0, to: 0 };

/** Selects the ids of all Z whose shifts opened within a period. */
export function zsOpened(db: Kysely<Schema>, shop: Scope, { from, to }: NonNullable<RedeemedQuery['opened']>) {
  const zs = db.selectFrom('shift_z').select('shift_z.id').where('shift_z.shop', '=', shop);
  return zs.where('shift_z.opened_at', '>=', from).where('shift_z.opened_at', '<=', to);
}

/** As a separate query, as {@link factsOf}. @param zId a Z, or the query of several */
function factsIn(db: Kysely<Schema>, shop: Scope, zId: string | ReturnType<typeof zsOpened>) {
  const facts = db.selectFrom('shift_z_fact as z_fact').select('z_fact.fact_seq').where(inShop('z_fact.shop', shop));
  return typeof zId === 'string' ? facts.where('z_fact.z_id', '=', zId) : facts.where(isAmong(db, 'z_fact.z_id', zId));
}

/** As a separate query: otherwise SQLite reads every redemption. */
function factsOf(db: Kysely<Schema>, operationIds: readonly string[]) {
  const facts = db.selectFrom('fact as own_fact').select('own_fact.seq');
  return facts.where('own_fact.operation_id', 'in', operationIds.length > 0 ? operationIds : ['']);
}

/** Reads redemptions and refunds, oldest first. */
export async function redeemedLines(
  db: Kysely<Schema>,
  deps: CountedRowsDeps,
  { period, opened, zId, operationIds, unsettled = false }: RedeemedQuery,
): Promise<RedeemedLine[]> {
  const rows = await countedRows(db)
    .leftJoin('fact as refunded_intent', (on) =>
      on.onRef('refunded_intent.operation_id', '=', 'refunded.id').on('refunded_intent.kind', '=', START_FACT),
    )
    .select(['own.z_id', 'tender.last4', 'intent.data as asked'])
    .select(['refunded.last4 as refunded_last4', 'refunded_intent.data as refunded_asked'])
    .select(({ fn }) => fn.coalesce(receiptNumberOf('tender'), receiptNumberOf('refunded')).as('receipt_no'))
    .where('fact.operation_kind', 'in', ['tender', 'refund'])
    .where('fact.kind', unsettled ? '=' : '!=', START_FACT)
    .$if(unsettled, (some) => some.where('operation.open', '=', 1))
    .$if(period === undefined, (some) => some.where(inShop('fact.shop', deps.shop)))
    .$if(period !== undefined, (some) =>
      some
        .where('fact.shop', '=', deps.shop)
        .where('fact.at', '>=', period?.from ?? 0)
        .where('fact.at', '<=', period?.to ?? 0),
    )
    .$if(opened !== undefined, (some) =>
      some.where(isAmong(db, 'fact.seq', factsIn(db, deps.shop, zsOpened(db, deps.shop, opened ?? NEVER)))),
    )
    .$if(zId !== undefined, (some) => some.where(isAmong(db, 'fact.seq', factsIn(db, deps.shop, zId ?? ''))))
    .$if(operationIds !== undefined, (some) => some.where(isAmong(db, 'fact.seq', factsOf(db, operationIds ?? []))))
    .execute();
  const counted = await countedOf(db, deps, rows);
  const lines = rows.flatMap((row, index): RedeemedLine[] => {
    const fact = counted[index];
    if (fact === undefined || (fact.count === 0 && !unsettled) || fact.kind === 'sold') return [];
    const { at, amount, currency, forfeited, till, person, kind, operation } = fact;
    const done = { at, amount, currency, forfeited, till, person, kind, id: operation.id };
    return [
      {
        ...done,
        begunAt: operation.createdAt,
        product: productIn(row.refunded_asked ?? row.asked),
        receiptNo: row.receipt_no,
        last4: row.last4 ?? row.refunded_last4 ?? '',
        transactionId: unsettled ? '' : transactionOf(row),
        zId: row.z_id,
      },
    ];
  });
  return withProducts(db, deps.shop, lines);
}

const requestSchema = z.object({ snapshot: z.nullable(z.pick(snapshotSchema, { product: true })) });

function productIn(request: string | null): string {
  return requestSchema.safeParse(JSON.parse(request ?? '{}')).data?.snapshot?.product?.trim() ?? '';
}

const refundedSchema = z.object({ refundId: z.string() });

function transactionOf({ fact, data }: { readonly fact: string; readonly data: string }): string {
  const refund = refundedSchema.safeParse(JSON.parse(data));
  if (refund.success) return refund.data.refundId;
  return captureOf(factIn(tenderFactSchema, { kind: fact, data }))?.captureId ?? '';
}

const vouchersSchema = z.array(z.object({ productLabel: z.nullable(z.string()), productCode: z.nullable(z.string()) }));

/** If no check named the product, the issuer's own row may. */
async function withProducts(db: Kysely<Schema>, shop: Scope, lines: readonly RedeemedLine[]): Promise<RedeemedLine[]> {
  const ids = lines.flatMap(({ product, transactionId }) =>
    product === '' && transactionId !== '' ? [transactionId] : [],
  );
  const products = new Map<string, string>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('issuer_row')
      .innerJoin('shop', 'shop.account', 'issuer_row.account')
      .select(['transaction_id', 'vouchers'])
      .where('shop.id', '=', shop)
      .where('transaction_id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .execute();
    for (const { transaction_id, vouchers } of rows) {
      const [first] = vouchersSchema.safeParse(JSON.parse(vouchers)).data ?? [];
      products.set(transaction_id, (first?.productLabel ?? first?.productCode ?? '').trim());
    }
  }
  return lines.map((one) => (one.product === '' ? { ...one, product: products.get(one.transactionId) ?? '' } : one));
}
