import { type Kysely, sql } from 'kysely';
import { isKeyId } from '../../contract/key.ts';
import type { Explained } from '../../contract/transaction.ts';
import type { Schema } from '../store/schema.ts';

/** Ids asked about in one question to the journal. */
const IDS_AT_ONCE = 500;
const OPERATIONS: readonly string[] = ['tender', 'refund', 'orphan'] satisfies Explained['operation'][];

/** Which of these transactions of the issuer the journal explains: by which operation, and who made it on which device. */
export async function explainedBy(db: Kysely<Schema>, shop: string, ids: readonly string[]): Promise<ReadonlyMap<string, Explained>> {
  const explained = new Map<string, Explained>();
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    for (const { transaction_id, kind, device_id, ...by } of await claimsOf(db, shop, ids.slice(start, start + IDS_AT_ONCE))) {
      if (OPERATIONS.includes(kind))
        explained.set(transaction_id, { operation: kind as Explained['operation'], ...by, ...keyMark(device_id) });
    }
  }
  return explained;
}

function claimsOf(db: Kysely<Schema>, shop: string, ids: readonly string[]) {
  return db
    .selectFrom('claim')
    .innerJoin('operation', 'operation.id', 'claim.operation_id')
    .leftJoin('tender', 'tender.id', 'operation.id')
    .leftJoin('refund', 'refund.id', 'operation.id')
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
    .where('claim.shop', '=', shop)
    .where('claim.transaction_id', 'in', ids)
    .execute();
}

/** The mark of what a program asked for. */
export function keyMark(deviceId: string | null): Pick<Explained, 'key'> {
  return deviceId !== null && isKeyId(deviceId) ? { key: true } : {};
}
