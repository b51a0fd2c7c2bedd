import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { AgainRequest, Printing, Printout, PrintoutRequest } from '../contract/printing.ts';
import { SETTLED_VISIBLE_MS } from './limits.ts';
import { createPrintRequests, type PrintRequestsDeps } from './print-requests.ts';
import type { PrinterStore } from './printer-store.ts';
import type { PrintoutStore } from './printout-store.ts';
import { printoutMoved } from './problems.ts';
import { createSeenBy } from './seen-by.ts';

export interface PrintoutsDeps extends Omit<PrintRequestsDeps, 'seenBy'>, Pick<Ports, 'db' | 'audit'> {
  readonly printers: PrinterStore;
  readonly printouts: PrintoutStore;
}

export interface Printouts {
  /**
   * Adds a document to the queue of a printer. The same id and request again returns the current
   * state.
   * @throws Problem 400 for unreadable dots, 404 `printer-gone`, 409 `id-used`, `paper-width` or
   * `printer-full`
   */
  put(caller: Caller, id: string, request: PrintoutRequest): Promise<Printout>;
  /** Removes an unsent printout from the queue. @throws Problem 404, 409 `printout-moved` */
  cancel(caller: Caller, id: string): Promise<Printout>;
  /**
   * Prints an unsure printout again, marked as a copy. @throws Problem 404, 409; 403
   * `already-printed` for a voucher, which its sale releases again
   */
  again(caller: Caller, id: string, request: AgainRequest): Promise<Printout>;
  /**
   * Records a person's confirmation that an unsure printout was printed. @throws Problem 404, 409
   * `printout-moved`
   */
  confirmPrinted(caller: Caller, id: string): Promise<Printout>;
  /**
   * The printer of the caller's device, and its printouts that are unsettled or recently settled.
   */
  ofDevice(caller: Caller): Promise<Printing>;
  latest(shop: Scope): Promise<Printout[]>;
}

export function createPrintouts(deps: PrintoutsDeps): Printouts {
  const { db, clock, audit, printers, printouts: store } = deps;
  const seenBy = createSeenBy(deps);
  const { view, own } = seenBy;

  return {
    ...createPrintRequests({ ...deps, seenBy }),
    async cancel(caller, id) {
      await own(caller, id);
      const isDone = await store.step(id, { from: ['queued'], to: 'cancelled' });
      const now = await view(caller.shop, id);
      if (!isDone && now.state !== 'cancelled') throw printoutMoved();
      return now;
    },
    async confirmPrinted(caller, id) {
      const { printer_id, what, subject } = await own(caller, id);
      const isDone = await db.transaction().execute(async (tx) => {
        if (!(await store.stepWithin(tx, id, { from: ['unsure'], to: 'printed' }))) return false;
        const details = { paper: what, ...(subject !== null && { about: subject }) };
        await audit.write({ by: caller, action: 'printer.paper-seen', subject: printer_id, details }, tx);
        return true;
      });
      if (isDone) await store.tell(id);
      const now = await view(caller.shop, id);
      if (!isDone && now.state !== 'printed') throw printoutMoved();
      return now;
    },
    async ofDevice({ shop, device }) {
      const [all, mine] = await Promise.all([
        printers.list(shop),
        store.list({
          shop,
          of: { deviceId: device.id, since: clock.now() - SETTLED_VISIBLE_MS },
          limit: LIMITS.printoutsWaitingMax,
        }),
      ]);
      const printer = all.find(({ devices }) => devices.includes(device.id)) ?? null;
      return { printer, printouts: mine };
    },
    latest: (shop) => store.list({ shop }),
  };
}
