import { type NextPaper, type PaperEnd, type PrinterState, type Printout, rasterSchema } from '../../contract/printing.ts';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import type { Caller } from '../http/caller.ts';
import { escPosOf } from './escpos.ts';
import type { Leftovers } from './leftovers.ts';
import type { PrinterStore } from './printer-store.ts';
import type { PrintoutRow } from './printout-list.ts';
import type { PrintoutStore } from './printout-store.ts';
import { noPrinter, noPrintout, printoutMoved } from './problems.ts';
import { dotsOf } from './raster.ts';

export interface TillPrintersDeps {
  readonly printers: PrinterStore;
  readonly printouts: PrintoutStore;
  readonly leftovers: Pick<Leftovers, 'tidy'>;
  readonly keys: Pick<Keys, 'open'>;
}

/**
 * Printers at a port of the till that prints on them: the till is the cable, and the queue stays here. Only the device that prints on such a printer
 * gets its papers. A till sends one after the other, so what it began before without saying how that ended is unsure when it asks again.
 */
export interface TillPrinters {
  /** The bytes of what waits next; null for nothing. @throws Problem 404 for a printer that is not at this till */
  next(caller: Caller, printerId: string): Promise<NextPaper['paper']>;
  /** Before its first byte leaves. @throws Problem 404, 409 `printout-moved` where it is not to be sent any more */
  begin(caller: Caller, id: string): Promise<Printout>;
  /** The same again changes nothing. @throws Problem 404, 409 `printout-moved` */
  end(caller: Caller, id: string, end: PaperEnd): Promise<Printout>;
  /** Writes whether the till reaches it. @throws Problem 404 */
  note(caller: Caller, printerId: string, state: Extract<PrinterState, 'ready' | 'unreachable'>): Promise<void>;
}

export function createTillPrinters({ printers, printouts, leftovers, keys }: TillPrintersDeps): TillPrinters {
  async function printerOf({ shop, device }: Caller, id: string) {
    const printer = (await printers.list(shop)).find((one) => one.id === id);
    if (printer?.kind !== 'serial' || !printer.devices.includes(device.id)) throw noPrinter();
    return printer;
  }

  async function view(shop: Scope, id: string): Promise<Printout> {
    const [found] = await printouts.list({ shop, id });
    if (!found) throw noPrintout();
    return found;
  }

  /** A printout on the printer of this till. */
  async function ownPaper(caller: Caller, id: string): Promise<Printout> {
    const found = await view(caller.shop, id);
    await printerOf(caller, found.printerId);
    return found;
  }

  function bytesOf({ drawer, sealed }: PrintoutRow, cutter: boolean): string | null {
    if (sealed === null) return null;
    const dots = dotsOf(rasterSchema.parse(JSON.parse(keys.open(sealed))));
    return escPosOf(dots, { cutter, drawer: drawer === 1 }).toString('base64');
  }

  return {
    async next(caller, printerId) {
      const { cutter } = await printerOf(caller, printerId);
      const sent = await printouts.open(printerId, 'sending');
      if (sent !== undefined) await printouts.step(sent.id, { from: ['sending'], to: 'unsure', reason: 'cut-off' });
      await leftovers.tidy();
      const next = await printouts.open(printerId, 'queued');
      const bytes = next ? bytesOf(next, cutter) : null;
      return next === undefined || bytes === null ? null : { id: next.id, bytes };
    },
    async begin(caller, id) {
      const { printerId } = await ownPaper(caller, id);
      if (!(await printouts.begin({ id, printer_id: printerId }, false))) throw printoutMoved();
      return view(caller.shop, id);
    },
    async end(caller, id, end) {
      await ownPaper(caller, id);
      const to = end === 'printed' ? { to: 'printed' as const } : { to: 'unsure' as const, reason: end };
      const isDone = await printouts.step(id, { from: ['sending'], ...to });
      const now = await view(caller.shop, id);
      if (!isDone && now.state !== to.to) throw printoutMoved();
      return now;
    },
    async note(caller, printerId, state) {
      await printerOf(caller, printerId);
      await printers.noteState(printerId, state);
    },
  };
}
