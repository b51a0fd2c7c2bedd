import type { Scope } from '../../../bff/platform/base/scope.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { REACHED_KINDS } from '../contract/printing.ts';
import { LEFTOVERS_SILENT_AFTER_MS } from './limits.ts';
import { OPEN, type PrintoutStore, type PrintoutStoreDeps } from './printout-store.ts';

export interface LeftoversDeps extends PrintoutStoreDeps {
  readonly printouts: Pick<PrintoutStore, 'step' | 'tell'>;
}

export type Leftovers = ReturnType<typeof createLeftovers>;

/**
 * Handles abandoned printouts: left by servers that are gone, waiting for too long, or forgotten by
 * their printer.
 */
export function createLeftovers({ db, clock, servers, printouts: { step, tell } }: LeftoversDeps) {
  const printersOf = (shop: Scope) => db.selectFrom('printer').select('id').where('shop', '=', shop);
  /* By printer and state, because the index of the shop contains all of its past. */
  const printoutsOf = (shop: Scope) =>
    db
      .selectFrom('printout')
      .innerJoin('printer', 'printer.id', 'printout.printer_id')
      .where(inShop('printout.shop', shop))
      .where('printout.printer_id', 'in', printersOf(shop));
  return {
    /**
     * Takes over printouts of a shop from servers that are gone. Printouts that were being sent
     * become unsure, because it is unknown how much was printed.
     * @returns printers with something for this server to send
     */
    async adopt(shop: Scope): Promise<string[]> {
      const alive = [...(await servers.alive())];
      const left = await printoutsOf(shop)
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
            .where('shop', '=', shop)
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
    async tidy(shop: Scope): Promise<void> {
      const now = clock.now();
      const late = await printoutsOf(shop)
        .select('printout.id')
        .where('printout.state', '=', 'queued')
        .where('printout.created_at', '<', now - LIMITS.printWaitMs)
        .execute();
      for (const { id } of late) await step(id, { from: ['queued'], to: 'failed', reason: 'waited-too-long' });
      const undecided = await printoutsOf(shop)
        .select('printout.id')
        .where('printout.state', '=', 'unsure')
        .where('printout.sealed', 'is not', null)
        .where('printout.changed_at', '<', now - LIMITS.printUnsureKeptMs)
        .execute();
      /* A write makes the transactions of all tills commit early. */
      if (undecided.length === 0) return;
      await db
        .updateTable('printout')
        .set({ sealed: null })
        .where('shop', '=', shop)
        .where(
          'id',
          'in',
          undecided.map(({ id }) => id),
        )
        .where('state', '=', 'unsure')
        .execute();
    },
    /**
     * Marks printers that wait for a poll, by the printer or its till, that no longer comes,
     * because waiting printouts would otherwise go unnoticed.
     */
    async noteForgotten(shop: Scope): Promise<void> {
      const now = clock.now();
      const waiting = await printoutsOf(shop)
        .select((e) => ['printer.id', e.fn.max('printout.changed_at').as('moved')])
        .where('printer.kind', 'not in', [...REACHED_KINDS])
        .where('printer.state', 'in', ['ready', 'unknown'])
        .where('printout.state', 'in', [...OPEN])
        .groupBy('printer.id')
        .execute();
      for (const { id } of waiting.filter(({ moved }) => moved < now - LEFTOVERS_SILENT_AFTER_MS)) {
        await db.updateTable('printer').set({ state: 'unreachable', state_at: now }).where('id', '=', id).execute();
        await tell(id);
      }
    },
  };
}
