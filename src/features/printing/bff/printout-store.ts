import type { Transaction } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { type Changes, publishChange } from '../../../bff/redemption/operation/changes.ts';
import type { PrintoutReason, PrintoutState } from '../contract/printing.ts';
import { listPrintouts, type PrintoutQuery, type PrintoutRow } from './printout-list.ts';

export interface PrintoutStoreDeps extends Pick<Ports, 'db' | 'clock' | 'servers'> {
  readonly changes: Changes;
}

export interface PrintoutStep {
  readonly from: readonly PrintoutState[];
  readonly to: PrintoutState;
  readonly reason?: PrintoutReason | null;
  /** Only for printouts that this server sends. */
  readonly asOwner?: true;
}

export type PrintoutStore = ReturnType<typeof createPrintoutStore>;

/** States that keep the document itself, because it may still be needed. */
export const STORES_DOCUMENT: readonly PrintoutState[] = ['queued', 'sending', 'unsure'];
/** Unsettled, and without a decision to make. */
export const OPEN: readonly PrintoutState[] = ['queued', 'sending'];

/**
 * The queue in the database. Every step is one statement with the states that allow it as a
 * condition, so that only one of two concurrent steps succeeds.
 */
export function createPrintoutStore({ db, clock, servers, changes }: PrintoutStoreDeps) {
  /** Notifies the pages of this server, and the other servers, of a change. */
  async function notifyChange(id: string): Promise<void> {
    await publishChange({ db, servers, changes }, 'printing', id);
  }

  /** @returns true if its state allowed the step */
  async function stepWithin(
    tx: Transaction<Schema>,
    id: string,
    { from, to, reason = null, asOwner }: PrintoutStep,
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('printout')
      .set({ state: to, reason, changed_at: clock.now(), ...(!STORES_DOCUMENT.includes(to) && { sealed: null }) })
      .where('id', '=', id)
      .where('state', 'in', [...from])
      .$if(asOwner === true, (query) => query.where('owner', '=', servers.id))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async function step(id: string, to: PrintoutStep): Promise<boolean> {
    const isDone = await db.transaction().execute((tx) => stepWithin(tx, id, to));
    if (isDone) await notifyChange(id);
    return isDone;
  }

  /**
   * Called before the first byte leaves: reserves the printer for this server.
   * @returns false if the printout must not be sent, or not now
   */
  async function begin(
    { id, printer_id }: Pick<PrintoutRow, 'id' | 'printer_id'>,
    startSending: boolean,
  ): Promise<boolean> {
    const claimed = await exclusively(db, 'printing', async (tx) => {
      const other = await tx
        .selectFrom('printout')
        .select('id')
        .where('printer_id', '=', printer_id)
        .where('state', '=', 'sending')
        .executeTakeFirst();
      return !other && stepWithin(tx, id, { from: ['queued'], to: 'sending', ...(startSending && { asOwner: true }) });
    });
    if (claimed) await notifyChange(id);
    return claimed;
  }

  return {
    tell: notifyChange,
    step,
    stepWithin,
    begin,
    open: (printerId: string, state: 'queued' | 'sending'): Promise<PrintoutRow | undefined> =>
      db
        .selectFrom('printout')
        .selectAll()
        .where('printer_id', '=', printerId)
        .where('state', '=', state)
        .orderBy('created_at')
        .orderBy('id')
        .executeTakeFirst(),
    next: (printerId: string): Promise<PrintoutRow | undefined> =>
      db
        .selectFrom('printout')
        .selectAll()
        .where('printer_id', '=', printerId)
        .where('state', '=', 'queued')
        .where('owner', '=', servers.id)
        .orderBy('created_at')
        .orderBy('id')
        .executeTakeFirst(),
    list: (query: PrintoutQuery) => listPrintouts(db, query),
  };
}
