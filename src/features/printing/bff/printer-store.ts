import type { Selectable } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { PrinterState, PrinterView } from '../contract/printing.ts';
import type { PrintoutStore } from './printout-store.ts';

export type PrinterRow = Selectable<Schema['printer']>;

export interface PrinterStoreDeps extends Pick<Ports, 'db' | 'clock'> {
  readonly printouts: Pick<PrintoutStore, 'tell'>;
}

export type PrinterStore = ReturnType<typeof createPrinterStore>;

export function createPrinterStore({ db, clock, printouts }: PrinterStoreDeps) {
  return {
    find: (id: string): Promise<PrinterRow | undefined> =>
      db.selectFrom('printer').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst(),
    /** The printers of one shop, in the order of adding. */
    async list(shop: Scope): Promise<PrinterView[]> {
      const rows = await db
        .selectFrom('printer')
        .selectAll()
        .where('shop', '=', shop)
        .where('removed_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const used = await db
        .selectFrom('device_printer')
        .innerJoin('device', 'device.id', 'device_printer.device_id')
        .selectAll('device_printer')
        .where('device.shop', '=', shop)
        .where('device.revoked_at', 'is', null)
        .execute();
      const awaited = await db
        .selectFrom('awaited_device')
        .select(['name', 'printer_id'])
        .where('shop', '=', shop)
        .orderBy('name')
        .execute();
      return rows.map((row) =>
        toView(row, {
          devices: used.filter(({ printer_id }) => printer_id === row.id).map(({ device_id }) => device_id),
          awaited: awaited.filter(({ printer_id }) => printer_id === row.id).map(({ name }) => name),
        }),
      );
    },
    /** Stores a changed state of a printer, and notifies pages. */
    async noteState(id: string, state: PrinterState): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('printer')
        .set({ state, state_at: clock.now() })
        .where('id', '=', id)
        .where('state', '!=', state)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await printouts.tell(id);
    },
  };
}

function toView(row: PrinterRow, used: Pick<PrinterView, 'devices' | 'awaited'>): PrinterView {
  const { id, name, kind, host, port, width, cutter, drawer, state, state_at } = row;
  return {
    id,
    name,
    kind,
    host,
    port,
    width,
    state,
    cutter: cutter === 1,
    drawer: drawer === 1,
    stateAt: state_at === null ? null : new Date(state_at).toISOString(),
    ...used,
  };
}
