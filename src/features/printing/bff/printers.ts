import { sha256 } from '../../../bff/access/rate-limits/codes.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { isReached, type PrinterAnswer, type PrinterRequest, type PrinterView } from '../contract/printing.ts';
import { type AddressRules, pinned } from './address.ts';
import type { PrinterRow, PrinterStore } from './printer-store.ts';
import type { PrintoutStore } from './printout-store.ts';
import { noPrinter, printoutIdUsed, tooManyPrinters, wrongKind } from './problems.ts';

export interface PrintersDeps extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly printers: PrinterStore;
  readonly printouts: PrintoutStore;
  readonly addresses: AddressRules;
}

export interface Printers {
  list(shop: Scope): Promise<PrinterView[]>;
  /**
   * Adds a printer, or changes it. A repeated request changes nothing.
   * @throws Problem 400 `printer-address`, 409 `id-used` or `printer-full`
   */
  put(caller: Caller, id: string, request: PrinterRequest): Promise<PrinterAnswer>;
  /**
   * Removes a printer. Its waiting printouts fail, and its devices have no printer. @throws Problem
   * 404
   */
  remove(caller: Caller, id: string): Promise<void>;
  /** Creates a new path for a printer that polls. @throws Problem 404 */
  renew(caller: Caller, id: string): Promise<PrinterAnswer>;
  /** Sets the printer of a device; null for none. @throws Problem 404 */
  choose(caller: Caller, deviceId: string, printerId: string | null): Promise<void>;
}

const TOKEN_BYTES = 24;

export function createPrinters({ db, clock, random, audit, printers, printouts, addresses }: PrintersDeps): Printers {
  const pathOf = (id: string, token: string) => `/api/cloudprnt/${id}/${token}`;

  async function viewOf(shop: Scope, id: string): Promise<PrinterView> {
    const found = (await printers.list(shop)).find((printer) => printer.id === id);
    if (!found) throw noPrinter();
    return found;
  }

  async function readPrinter(shop: Scope, id: string): Promise<PrinterRow> {
    const found = await printers.find(id);
    if (found?.shop !== shop) throw noPrinter();
    return found;
  }

  /** @returns the token of a new printer that polls; null for any other */
  async function write(caller: Caller, id: string, request: PrinterRequest): Promise<string | null> {
    const { shop } = caller;
    const row = rowOf(request);
    return exclusively(db, 'printing', async (tx) => {
      const before = await tx.selectFrom('printer').selectAll().where('id', '=', id).executeTakeFirst();
      if (before !== undefined) {
        if (before.shop !== shop || before.removed_at !== null) throw printoutIdUsed();
        if (before.kind !== request.kind) throw wrongKind();
        if (isSame(before, row)) return null;
        await tx.updateTable('printer').set(row).where('id', '=', id).execute();
        await audit.write({ by: caller, action: 'printer.changed', subject: id, details: detailsOf(request) }, tx);
        return null;
      }
      const all = tx.selectFrom('printer').select('id').where('shop', '=', shop).where('removed_at', 'is', null);
      if ((await all.execute()).length >= LIMITS.printersMax) throw tooManyPrinters();
      const token = isReached(request.kind) ? null : random.token(TOKEN_BYTES);
      const added = { id, shop, ...row, token_hash: token && sha256(token), created_at: clock.now() };
      const inserted = await tx
        .insertInto('printer')
        .values({ ...added, state: 'unknown', state_at: null, removed_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      /* Another shop's printer has this id. */
      if (inserted.numInsertedOrUpdatedRows !== 1n) throw printoutIdUsed();
      await audit.write({ by: caller, action: 'printer.added', subject: id, details: detailsOf(request) }, tx);
      return token;
    });
  }

  return {
    list: printers.list,
    async put(caller, id, request) {
      if ('host' in request) await pinned(request, addresses);
      const token = await write(caller, id, request);
      await printouts.tell(id);
      return { printer: await viewOf(caller.shop, id), path: token && pathOf(id, token) };
    },
    async remove(caller, id) {
      const { name } = await readPrinter(caller.shop, id);
      await db.transaction().execute(async (tx) => {
        const printer = tx.updateTable('printer').where('id', '=', id);
        await printer.set({ removed_at: clock.now(), token_hash: null }).execute();
        await tx.deleteFrom('device_printer').where('printer_id', '=', id).execute();
        const waiting = tx.updateTable('printout').where('printer_id', '=', id).where('state', '=', 'queued');
        await waiting.set({ state: 'failed', reason: 'printer-gone', sealed: null, changed_at: clock.now() }).execute();
        await audit.write({ by: caller, action: 'printer.removed', subject: id, details: { name } }, tx);
      });
      await printouts.tell(id);
    },
    async renew(caller, id) {
      const { kind, name } = await readPrinter(caller.shop, id);
      if (isReached(kind)) throw wrongKind();
      const token = random.token(TOKEN_BYTES);
      await db.transaction().execute(async (tx) => {
        const printer = tx.updateTable('printer').where('id', '=', id);
        await printer.set({ token_hash: sha256(token) }).execute();
        await audit.write({ by: caller, action: 'printer.changed', subject: id, details: { name, path: 'new' } }, tx);
      });
      return { printer: await viewOf(caller.shop, id), path: pathOf(id, token) };
    },
    async choose(caller, deviceId, printerId) {
      const { shop } = caller;
      const printer = printerId === null ? null : await readPrinter(shop, printerId);
      await db.transaction().execute(async (tx) => {
        const deviceNames = tx
          .selectFrom('device')
          .select('name')
          .where('shop', '=', shop)
          .where('revoked_at', 'is', null);
        const device = await deviceNames.where('id', '=', deviceId).executeTakeFirst();
        if (!device) throw refuse('not-found', { message: 'There is no such device.' });
        await tx.deleteFrom('device_printer').where('device_id', '=', deviceId).execute();
        if (printer)
          await tx.insertInto('device_printer').values({ device_id: deviceId, printer_id: printer.id }).execute();
        const details = { device: device.name, ...(printer && { printer: printer.name }) };
        await audit.write({ by: caller, action: 'printer.chosen', subject: deviceId, details }, tx);
      });
      await printouts.tell(deviceId);
    },
  };
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
