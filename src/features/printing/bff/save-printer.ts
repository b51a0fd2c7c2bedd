import type { Transaction } from 'kysely';
import { sha256 } from '../../../bff/access/rate-limits/codes.ts';
import type { Audit, AuditEntry } from '../../../bff/platform/audit/audit.ts';
import type { Clock, Random } from '../../../bff/platform/base/ports.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { isReached, type PrinterRequest } from '../contract/printing.ts';
import { awaitDevice, type ExpectedDevice } from './awaited-devices.ts';
import type { PrinterRow } from './printer-store.ts';
import { printoutIdUsed, tooManyPrinters, wrongKind } from './problems.ts';

export interface SavePrinterDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'token'>;
  readonly audit: Pick<Audit, 'write'>;
}

type Editor = AuditEntry['by'];
interface Named {
  readonly id: string;
  readonly name: string;
}

const TOKEN_BYTES = 24;

export const createPollToken = (random: Pick<Random, 'token'>) => random.token(TOKEN_BYTES);

/** The path that is entered in the settings of a printer that polls. */
export const pollPathOf = (id: string, token: string) => `/api/cloudprnt/${id}/${token}`;

/**
 * Adds a printer, or changes it. The caller has locked `printing`.
 * @returns the path of a new printer that polls; null for any other
 * @throws Problem 409 `id-used` or `printer-full`
 */
export async function savePrinter(
  tx: Transaction<Schema>,
  by: Editor,
  { id, request }: { readonly id: string; readonly request: PrinterRequest },
  { clock, random, audit }: SavePrinterDeps,
): Promise<string | null> {
  const { shop } = by;
  const row = rowOf(request);
  const before = await tx.selectFrom('printer').selectAll().where('id', '=', id).executeTakeFirst();
  if (before !== undefined) {
    if (before.shop !== shop || before.removed_at !== null) throw printoutIdUsed();
    if (before.kind !== request.kind) throw wrongKind();
    if (isSame(before, row)) return null;
    await tx.updateTable('printer').set(row).where('id', '=', id).execute();
    await audit.write({ by, action: 'printer.changed', subject: id, details: detailsOf(request) }, tx);
    return null;
  }
  const all = tx.selectFrom('printer').select('id').where('shop', '=', shop).where('removed_at', 'is', null);
  if ((await all.execute()).length >= LIMITS.printersMax) throw tooManyPrinters();
  const token = isReached(request.kind) ? null : createPollToken(random);
  const added = { id, shop, ...row, token_hash: token && sha256(token), created_at: clock.now() };
  const inserted = await tx
    .insertInto('printer')
    .values({ ...added, state: 'unknown', state_at: null, removed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  /* Another shop's printer has this id. */
  if (inserted.numInsertedOrUpdatedRows !== 1n) throw printoutIdUsed();
  await audit.write({ by, action: 'printer.added', subject: id, details: detailsOf(request) }, tx);
  return token && pollPathOf(id, token);
}

/** Removes a printer. Its waiting printouts fail, and its devices have no printer. */
export async function removePrinter(
  tx: Transaction<Schema>,
  by: Editor,
  { id, name }: Named,
  { clock, audit }: Omit<SavePrinterDeps, 'random'>,
): Promise<void> {
  const printer = tx.updateTable('printer').where('id', '=', id);
  await printer.set({ removed_at: clock.now(), token_hash: null }).execute();
  await tx.deleteFrom('device_printer').where('printer_id', '=', id).execute();
  await tx.deleteFrom('awaited_device').where('shop', '=', by.shop).where('printer_id', '=', id).execute();
  const waiting = tx.updateTable('printout').where('printer_id', '=', id).where('state', '=', 'queued');
  await waiting.set({ state: 'failed', reason: 'printer-gone', sealed: null, changed_at: clock.now() }).execute();
  await audit.write({ by, action: 'printer.removed', subject: id, details: { name } }, tx);
}

/**
 * Sets the printer of a device; null for none.
 * @param of.device with a null id for a device that is not enrolled yet. The caller has then locked
 * `printing`.
 */
export async function assignPrinter(
  tx: Transaction<Schema>,
  by: Editor,
  { device, printer }: { readonly device: ExpectedDevice; readonly printer: Named | null },
  audit: SavePrinterDeps['audit'],
): Promise<void> {
  if (device.id === null) await awaitDevice(tx, by.shop, { name: device.name, printerId: printer?.id ?? null });
  else await setPrinter(tx, device.id, printer?.id ?? null);
  const details = { device: device.name, ...(printer && { printer: printer.name }) };
  await audit.write({ by, action: 'printer.chosen', subject: device.id, details }, tx);
}

async function setPrinter(tx: Transaction<Schema>, device_id: string, printer_id: string | null): Promise<void> {
  await tx.deleteFrom('device_printer').where('device_id', '=', device_id).execute();
  if (printer_id !== null) await tx.insertInto('device_printer').values({ device_id, printer_id }).execute();
}

function rowOf(request: PrinterRequest) {
  const { name, kind, width, cutter, drawer } = request;
  const { host, port } = 'host' in request ? request : { host: null, port: null };
  return { name, kind, width, host, port, cutter: cutter ? 1 : 0, drawer: drawer ? 1 : 0 };
}

function isSame(before: PrinterRow, row: ReturnType<typeof rowOf>): boolean {
  return (Object.keys(row) as (keyof typeof row)[]).every((name) => before[name] === row[name]);
}

function detailsOf(request: PrinterRequest) {
  const { name, width, cutter, drawer } = request;
  return {
    name,
    width,
    cutter,
    drawer,
    ...('host' in request && { address: `${request.host}:${request.port}` }),
  };
}
