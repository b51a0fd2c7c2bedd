import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { receiptNumberOf } from '../../../bff/redemption/journal/late-receipt.ts';
import { isKeyId } from '../../../contract/access/key.ts';
import type { Explained, SaleFacts } from '../contract/transaction.ts';

const IDS_PER_QUERY = 500;
const OPERATIONS: readonly string[] = ['tender', 'refund', 'orphan'] satisfies Explained['operation'][];

/**
 * Returns the operation, person and device of each of these transactions of the issuer that the
 * journal explains.
 */
export async function explainTransactions(
  db: Kysely<Schema>,
  shop: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Explained>> {
  const explained = new Map<string, Explained>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    for (const { transaction_id, kind, receipt_no, entry, held, device_id, ...by } of await claimsOf(
      db,
      shop,
      ids.slice(start, start + IDS_PER_QUERY),
    )) {
      if (!OPERATIONS.includes(kind)) continue;
      const sale = saleOf({ receipt_no, entry, held });
      explained.set(transaction_id, {
        operation: kind as Explained['operation'],
        ...by,
        ...keyMark(device_id),
        ...(sale && { sale }),
      });
    }
  }
  return explained;
}

function claimsOf(db: Kysely<Schema>, shop: Scope, ids: readonly string[]) {
  return db
    .selectFrom('claim')
    .innerJoin('operation', 'operation.id', 'claim.operation_id')
    .leftJoin('refund', 'refund.id', 'operation.id')
    .leftJoin('tender', 'tender.id', 'operation.id')
    .leftJoin('tender as refunded', 'refunded.id', 'refund.tender_id')
    .leftJoin('person', (join) => join.on('person.id', '=', sql<string>`coalesce(tender.person_id, refund.person_id)`))
    .leftJoin('device', (join) => join.on('device.id', '=', sql<string>`coalesce(tender.device_id, refund.device_id)`))
    .select([
      'claim.transaction_id',
      'operation.kind',
      'operation.id',
      'person.name as person',
      'device.name as device',
      'device.id as device_id',
    ])
    .select(({ fn }) => [
      fn.coalesce(receiptNumberOf('tender'), receiptNumberOf('refunded')).as('receipt_no'),
      'tender.entry',
      'tender.held',
    ])
    .where('claim.shop', '=', shop)
    .where('claim.transaction_id', 'in', ids)
    .execute();
}

export function keyMark(deviceId: string | null): Pick<Explained, 'key'> {
  return deviceId !== null && isKeyId(deviceId) ? { key: true } : {};
}

/**
 * Returns the data of the sale in the row of its tender; undefined without data. The forfeited
 * amount is known once the captured amount is known.
 */
export function saleOf({
  receipt_no,
  entry,
  held,
}: Pick<Schema['tender'], 'receipt_no' | 'entry' | 'held'>): SaleFacts | undefined {
  if (receipt_no === null && entry === null && held === null) return undefined;
  return { receiptNo: receipt_no, entry, held, forfeited: null };
}

/** Adds the captured value (minor units or items) to the data of the sale. */
export function withCaptured(by: Explained, captured: number | null): Explained {
  const { sale } = by;
  const rest = sale?.held == null || captured === null ? 0 : sale.held - captured;
  return sale === undefined || rest <= 0 ? by : { ...by, sale: { ...sale, forfeited: rest } };
}
