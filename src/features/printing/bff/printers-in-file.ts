import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { AuditEntry } from '../../../bff/platform/audit/audit.ts';
import type { Random } from '../../../bff/platform/base/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { holdUntilEnd } from '../../../bff/platform/store/exclusively.ts';
import { isPostgres } from '../../../bff/platform/store/migrations/dialect.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { changeTextOf, notifyStatement } from '../../../bff/redemption/operation/statements.ts';
import { type PrinterRequest, printerRequestSchema } from '../contract/printing.ts';
import { type ExpectedDevice, findDevice, isSameName } from './awaited-devices.ts';
import { assignPrinter, removePrinter, type SavePrinterDeps, savePrinter } from './save-printer.ts';

/** A printer of a shop, as a file describes it. */
export interface StoredPrinter {
  readonly id: string;
  readonly request: PrinterRequest;
}

/** A device in use, with the id of its printer. */
export interface StoredDevice {
  readonly id: string;
  readonly name: string;
  readonly printerId: string | null;
}

export interface StoredPrinting {
  readonly printers: readonly StoredPrinter[];
  readonly devices: readonly StoredDevice[];
  /** Devices that are not enrolled yet. */
  readonly awaited: readonly { readonly name: string; readonly printerId: string }[];
}

/** The printers and devices of a shop in a file. Without `printers`, they stay unchanged. */
export interface PrintingInFile {
  readonly printers?: readonly PrinterRequest[] | undefined;
  /** The name of each device's printer. */
  readonly devices?: Readonly<Record<string, { readonly printer: string | null }>> | undefined;
}

export type PrinterChange =
  /** `id` is null for a new printer. */
  | { readonly kind: 'printer'; readonly id: string | null; readonly request: PrinterRequest }
  | { readonly kind: 'remove-printer'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'device-printer';
      readonly device: ExpectedDevice;
      readonly printer: string | null;
    };

/** Reads the printers and the devices in use of all shops. */
export async function readStoredPrinting(db: Kysely<Schema>): Promise<(shop: Scope) => StoredPrinting> {
  const all = acrossShops(db);
  const printers = await all
    .selectFrom('printer')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const devices = await all
    .selectFrom('device')
    .leftJoin('device_printer', 'device_printer.device_id', 'device.id')
    .select(['device.id', 'device.shop', 'device.name', 'device_printer.printer_id as printerId'])
    .where('device.revoked_at', 'is', null)
    .orderBy('device.name')
    .execute();
  const awaited = await all
    .selectFrom('awaited_device')
    .select(['shop', 'name', 'printer_id as printerId'])
    .orderBy('name')
    .execute();
  return (shop) => ({
    awaited: awaited.filter((device) => device.shop === shop),
    printers: printers
      .filter((row) => row.shop === shop)
      .map(({ id, name, kind, host, port, width, cutter, drawer }) => {
        const shared = { name, kind, width, cutter: cutter === 1, drawer: drawer === 1 };
        return { id, request: printerRequestSchema.parse(host === null ? shared : { ...shared, host, port }) };
      }),
    devices: devices.filter((device) => device.shop === shop),
  });
}

/**
 * Returns printers and devices as a file describes them, without devices of the same name and
 * without those that have no printer: the file stays valid when one of these is revoked.
 */
export function printingInFile({ printers, devices, awaited }: StoredPrinting) {
  const nameOf = new Map(printers.map(({ id, request }) => [id, request.name]));
  const named = devices.filter(
    (device) => device.printerId !== null && devices.every(({ id, name }) => id === device.id || name !== device.name),
  );
  return {
    printers: printers.map(({ request }) => request),
    devices: Object.fromEntries(
      [...named, ...awaited].map(({ name, printerId }) => [name, { printer: nameOf.get(printerId ?? '') ?? null }]),
    ),
  };
}

/**
 * Compares the printers of a file with the stored ones, by name.
 * @param place the place of the shop in the file
 * @throws Error with a message for the operator
 */
export function planPrinters(
  place: string,
  { printers, devices = {} }: PrintingInFile,
  stored: StoredPrinting,
): PrinterChange[] {
  const knownAs = (name: string) => stored.printers.find(({ request }) => request.name === name);
  const changes = (printers ?? []).flatMap((request): PrinterChange[] => {
    const known = knownAs(request.name);
    if (known && known.request.kind !== request.kind)
      throw new Error(`${place}.printers: ${request.name} is of another kind, so give the new printer another name`);
    return isDeepStrictEqual(known?.request, request) ? [] : [{ kind: 'printer', id: known?.id ?? null, request }];
  });
  const kept = printers === undefined ? stored.printers : printers.flatMap(({ name }) => knownAs(name) ?? []);
  const removed = stored.printers.filter((printer) => !kept.includes(printer));
  const names = new Set((printers ?? stored.printers.map(({ request }) => request)).map(({ name }) => name));
  const assigned = Object.entries(devices).flatMap(([name, { printer }]): PrinterChange[] => {
    const exact = stored.devices.filter((one) => one.name === name);
    const [device, ...others] = exact.length > 0 ? exact : stored.devices.filter((one) => isSameName(one.name, name));
    if (others.length > 0) throw new Error(`${place}.devices.${name}: more than one device has this name`);
    if (printer !== null && !names.has(printer))
      throw new Error(`${place}.devices.${name}.printer: no printer is named ${printer}`);
    const known = device ?? stored.awaited.find((one) => isSameName(one.name, name));
    const current = kept.find(({ id }) => id === known?.printerId)?.request.name ?? null;
    return current === printer ? [] : [{ kind: 'device-printer', device: device ?? { id: null, name }, printer }];
  });
  return [
    ...removed.map(({ id, request: { name } }): PrinterChange => ({ kind: 'remove-printer', id, name })),
    ...changes,
    ...assigned,
  ];
}

/**
 * Makes one change, with its entry in the trail.
 * @returns the path of a new printer that polls; null otherwise
 */
export async function applyPrinterChange(
  tx: Transaction<Schema>,
  by: AuditEntry['by'],
  change: PrinterChange,
  deps: SavePrinterDeps & { readonly random: Pick<Random, 'uuid'> },
): Promise<string | null> {
  await lockFor(tx, change);
  if (change.kind === 'printer') {
    /* Another run may have added it since the plan was made. */
    const known = await printersNamed(tx, by.shop, change.request.name).executeTakeFirst();
    const id = change.id ?? known?.id ?? deps.random.uuid();
    await notify(tx, id);
    return savePrinter(tx, by, { id, request: change.request }, deps);
  }
  if (change.kind === 'remove-printer') {
    await notify(tx, change.id);
    await removePrinter(tx, by, change, deps);
    return null;
  }
  const { printer: name } = change;
  const printer = name === null ? undefined : await printersNamed(tx, by.shop, name).executeTakeFirst();
  const device = change.device.id === null ? await findDevice(tx, by.shop, change.device.name) : change.device;
  if (device.id !== null) await notify(tx, device.id);
  await assignPrinter(tx, by, { device, printer: printer ?? null }, deps.audit);
  return null;
}

/** An enrolment locks in the same order. */
async function lockFor(tx: Transaction<Schema>, change: PrinterChange): Promise<void> {
  if (change.kind === 'device-printer' && change.device.id === null) await holdUntilEnd(tx, 'people');
  await holdUntilEnd(tx, 'printing');
}

/** The printers of a name, the oldest first. */
const printersNamed = (tx: Transaction<Schema>, shop: Scope, name: string) =>
  tx
    .selectFrom('printer')
    .select(['id', 'name'])
    .where('shop', '=', shop)
    .where('removed_at', 'is', null)
    .where('name', '=', name)
    .orderBy('created_at')
    .orderBy('id');

/** Notifies the pages of all servers once the transaction is committed. */
async function notify(tx: Transaction<Schema>, id: string): Promise<void> {
  if (isPostgres(tx)) await tx.selectNoFrom(notifyStatement(changeTextOf(0, 'printing', id)).as('sent')).execute();
}
