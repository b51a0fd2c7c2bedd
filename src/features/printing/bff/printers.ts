import { sha256 } from '../../../bff/access/rate-limits/codes.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively, holdUntilEnd } from '../../../bff/platform/store/exclusively.ts';
import { isReached, type PrinterAnswer, type PrinterRequest, type PrinterView } from '../contract/printing.ts';
import { type AddressRules, pinned } from './address.ts';
import { findDevice } from './awaited-devices.ts';
import type { PrinterRow, PrinterStore } from './printer-store.ts';
import type { PrintoutStore } from './printout-store.ts';
import { noPrinter, wrongKind } from './problems.ts';
import { assignPrinter, createPollToken, pollPathOf, removePrinter, savePrinter } from './save-printer.ts';

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
  /** As {@link Printers.choose}, for the device of a name, also before it is enrolled. */
  chooseByName(caller: Caller, name: string, printerId: string | null): Promise<void>;
}

export function createPrinters({ db, clock, random, audit, printers, printouts, addresses }: PrintersDeps): Printers {
  const saving = { clock, random, audit };

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

  return {
    list: printers.list,
    async put(caller, id, request) {
      if ('host' in request) await pinned(request, addresses);
      const path = await exclusively(db, 'printing', (tx) => savePrinter(tx, caller, { id, request }, saving));
      await printouts.tell(id);
      return { printer: await viewOf(caller.shop, id), path };
    },
    async remove(caller, id) {
      const printer = await readPrinter(caller.shop, id);
      await db.transaction().execute((tx) => removePrinter(tx, caller, printer, saving));
      await printouts.tell(id);
    },
    async renew(caller, id) {
      const { kind, name } = await readPrinter(caller.shop, id);
      if (isReached(kind)) throw wrongKind();
      const token = createPollToken(random);
      await db.transaction().execute(async (tx) => {
        const printer = tx.updateTable('printer').where('id', '=', id);
        await printer.set({ token_hash: sha256(token) }).execute();
        await audit.write({ by: caller, action: 'printer.changed', subject: id, details: { name, path: 'new' } }, tx);
      });
      return { printer: await viewOf(caller.shop, id), path: pollPathOf(id, token) };
    },
    async choose(caller, deviceId, printerId) {
      const { shop } = caller;
      const printer = printerId === null ? null : await readPrinter(shop, printerId);
      await db.transaction().execute(async (tx) => {
        const deviceNames = tx
          .selectFrom('device')
          .select(['id', 'name'])
          .where('shop', '=', shop)
          .where('revoked_at', 'is', null);
        const device = await deviceNames.where('id', '=', deviceId).executeTakeFirst();
        if (!device) throw refuse('not-found', { message: 'Device not found.' });
        await assignPrinter(tx, caller, { device, printer }, audit);
      });
      await printouts.tell(deviceId);
    },
    async chooseByName(caller, name, printerId) {
      const printer = printerId === null ? null : await readPrinter(caller.shop, printerId);
      const { id } = await exclusively(db, 'people', async (tx) => {
        await holdUntilEnd(tx, 'printing');
        const device = await findDevice(tx, caller.shop, name);
        await assignPrinter(tx, caller, { device, printer }, audit);
        return device;
      });
      if (id !== null) await printouts.tell(id);
    },
  };
}
