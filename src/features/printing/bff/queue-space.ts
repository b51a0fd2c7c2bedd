import { sql, type Transaction } from 'kysely';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { STORES_DOCUMENT } from './printout-store.ts';
import { tooManyWaiting } from './problems.ts';

/** A document that is to be added to a queue, with its size as it is stored. */
export interface NewDocument {
  readonly shop: Scope;
  readonly deviceId: string;
  readonly printerId: string;
  readonly bytes: number;
}

/**
 * Limits the documents that a device, a printer and a shop have in the database. Unsure ones are
 * given up first, because they may be stored for a day; their printouts stay.
 * @throws Problem 409 `printer-full`
 */
export async function assertQueueSpace(tx: Transaction<Schema>, document: NewDocument): Promise<void> {
  const stored = await storedDocuments(tx, document.shop);
  if (hasSpace(stored, document)) return;
  const waiting = stored.filter(({ state }) => state !== 'unsure');
  if (!hasSpace(waiting, document)) throw tooManyWaiting();
  await tx
    .updateTable('printout')
    .set({ sealed: null })
    .where('printer_id', 'in', printersOf(tx, document.shop))
    .where('state', '=', 'unsure')
    .execute();
}

type StoredDocuments = Awaited<ReturnType<typeof storedDocuments>>;

function hasSpace(stored: StoredDocuments, { deviceId, printerId, bytes }: NewDocument): boolean {
  const ofPrinter = stored.filter((one) => one.printer_id === printerId);
  const waitingOf = (some: StoredDocuments) =>
    sumOf(
      some.filter(({ state }) => state === 'queued'),
      'count',
    );
  return (
    waitingOf(stored.filter((one) => one.device_id === deviceId)) < LIMITS.printoutsWaitingMax &&
    waitingOf(ofPrinter) < LIMITS.printerWaitingMax &&
    sumOf(ofPrinter, 'bytes') + bytes <= LIMITS.printerBytesMax &&
    sumOf(stored, 'bytes') + bytes <= LIMITS.shopPrintBytesMax
  );
}

const sumOf = (some: StoredDocuments, what: 'count' | 'bytes') => some.reduce((sum, one) => sum + Number(one[what]), 0);

const printersOf = (tx: Transaction<Schema>, shop: Scope) =>
  tx.selectFrom('printer').select('id').where('shop', '=', shop);

/** Sums by device, printer and state, without reading the documents themselves. */
function storedDocuments(tx: Transaction<Schema>, shop: Scope) {
  return tx
    .selectFrom('printout')
    .select(['device_id', 'printer_id', 'state'])
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .select(sql<number | string>`coalesce(sum(octet_length(sealed)), 0)`.as('bytes'))
    .where('printer_id', 'in', printersOf(tx, shop))
    .where('state', 'in', [...STORES_DOCUMENT])
    .groupBy(['device_id', 'printer_id', 'state'])
    .execute();
}
