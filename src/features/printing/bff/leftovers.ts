import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { REACHED_KINDS } from '../contract/printing.ts';
import { OPEN, type PrintoutStore, type PrintoutStoreDeps } from './printout-store.ts';

export interface LeftoversDeps extends PrintoutStoreDeps {
  readonly printouts: Pick<PrintoutStore, 'step' | 'tell'>;
}

export type Leftovers = ReturnType<typeof createLeftovers>;

/**
 * A printer counts as silent after this time, because printers and tills poll every few seconds.
 */
const SILENT_AFTER_MS = 30_000;

/**
 * Handles abandoned printouts: left by servers that are gone, waiting for too long, or forgotten by
 * their printer.
 */
export function createLeftovers({ db: database, clock, servers, printouts: { step, tell } }: LeftoversDeps) {
  const db = acrossShops(database);
  return {
    /**
     * Takes over printouts of servers that are gone. Printouts that were being sent become unsure,
     * because it is unknown how much was printed.
     * @returns printers with something for this server to send
     */
    async adopt(): Promise<string[]> {
      const alive = [...(await servers.alive())];
      const left = await db
        .selectFrom('printout')
        .innerJoin('printer', 'printer.id', 'printout.printer_id')
        .select(['printout.id', 'printout.state', 'printout.owner', 'printer.kind', 'printout.printer_id'])
        .where('printout.state', 'in', [...OPEN])
        .where('printer.kind', 'in', [...REACHED_KINDS])
        .execute();
      for (const { id, state, owner } of left.filter((row) => !alive.includes(row.owner))) {
        if (state === 'sending') await step(id, { from: ['sending'], to: 'unsure', reason: 'server-stopped' });
        else
          await db
            .updateTable('printout')
            .set({ owner: servers.id })
            .where('id', '=', id)
            .where('state', '=', 'queued')
            .where('owner', '=', owner)
            .execute();
      }
      return [
        ...new Set(
          left
            .filter(({ owner }) => owner === servers.id || !alive.includes(owner))
            .map(({ printer_id }) => printer_id),
        ),
      ];
    },
    /** Deletes printouts that waited for too long, and documents that were never decided about. */
    async tidy(): Promise<void> {
      const now = clock.now();
      const late = await db
        .selectFrom('printout')
        .select('id')
        .where('state', '=', 'queued')
        .where('created_at', '<', now - LIMITS.printWaitMs)
        .execute();
      for (const { id } of late) await step(id, { from: ['queued'], to: 'failed', reason: 'waited-too-long' });
      await db
        .updateTable('printout')
        .set({ sealed: null })
        .where('state', '=', 'unsure')
        .where('sealed', 'is not', null)
        .where('changed_at', '<', now - LIMITS.printUnsureKeptMs)
        .execute();
    },
    /**
     * Marks printers that wait for a poll, by the printer or its till, that no longer comes,
     * because waiting printouts would otherwise go unnoticed.
     */
    async noteForgotten(): Promise<void> {
      const now = clock.now();
      const waiting = await db
        .selectFrom('printout')
        .innerJoin('printer', 'printer.id', 'printout.printer_id')
        .select((e) => ['printer.id', e.fn.max('printout.changed_at').as('moved')])
        .where('printer.kind', 'not in', [...REACHED_KINDS])
        .where('printer.state', 'in', ['ready', 'unknown'])
        .where('printout.state', 'in', [...OPEN])
        .groupBy('printer.id')
        .execute();
      for (const { id } of waiting.filter(({ moved }) => moved < now - SILENT_AFTER_MS)) {
        await db.updateTable('printer').set({ state: 'unreachable', state_at: now }).where('id', '=', id).execute();
        await tell(id);
      }
    },
  };
}
