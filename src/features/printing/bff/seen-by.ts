import type { Kysely } from 'kysely';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Printout } from '../contract/printing.ts';
import type { PrinterRow, PrinterStore } from './printer-store.ts';
import type { PrintoutRow } from './printout-list.ts';
import type { PrintoutStore } from './printout-store.ts';
import { noPrinter, noPrintout } from './problems.ts';

export interface SeenByDeps {
  readonly db: Kysely<Schema>;
  readonly printers: PrinterStore;
  readonly printouts: PrintoutStore;
}

export type SeenBy = ReturnType<typeof createSeenBy>;

/** Reads printers and printouts that a caller may see. */
export function createSeenBy({ db, printers, printouts }: SeenByDeps) {
  const find = (id: string): Promise<PrintoutRow | undefined> =>
    db.selectFrom('printout').selectAll().where('id', '=', id).executeTakeFirst();

  async function view(shop: Scope, id: string): Promise<Printout> {
    const [found] = await printouts.list({ shop, id });
    if (!found) throw noPrintout();
    return found;
  }

  /**
   * Returns a printout that the caller may decide about: managers all, others those of the same
   * device.
   */
  async function findVisible({ shop, person, device }: Caller, id: string): Promise<PrintoutRow> {
    const found = await find(id);
    if (found?.shop !== shop || (person.role !== 'manager' && found.device_id !== device.id)) throw noPrintout();
    return found;
  }

  async function printerOf(shop: Scope, id: string): Promise<PrinterRow> {
    const printer = await printers.find(id);
    if (printer?.shop !== shop) throw noPrinter();
    return printer;
  }

  return { find, view, own: findVisible, printerOf };
}
