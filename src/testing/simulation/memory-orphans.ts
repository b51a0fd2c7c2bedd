import { foldOrphan, type OrphanFact, orphanStep } from '../../bff/redemption/journal/orphan-facts.ts';
import type { OrphanJournal, OrphanRecord } from '../../bff/redemption/journal/orphan-store.ts';
import { lastFour } from '../../contract/voucher/voucher.ts';
import { type MemoryDeps, memoryJournalOf } from './memory-journal.ts';

export interface MemoryOrphansOptions extends MemoryDeps {
  /** When the shop's journal began, milliseconds UTC. */
  readonly beganAt: number;
}

/** The journal of orphans in memory; the facts contain all data. */
export function createMemoryOrphans({ beganAt, ...deps }: MemoryOrphansOptions): OrphanJournal {
  const { journal, begin, records } = memoryJournalOf(deps, {
    name: 'orphan',
    fold: foldOrphan,
    step: orphanStep,
    isOpen: (state) => state === 'found',
    asked: { get: () => true, set: () => undefined, delete: () => false },
    personOf: () => null,
    record: (_, recorded): OrphanRecord => ({ ...recorded, row: recorded.status.row, last4: recorded.status.last4 }),
    isSame: () => false,
  });
  return {
    began: async () => beganAt,
    async found({ id, shop, row, ref, claimedBy }) {
      const fact = {
        kind: 'found',
        row,
        refSealed: ref,
        last4: lastFour(ref),
        ...(claimedBy && { claimedBy }),
      } as const satisfies OrphanFact;
      const empty = { asked: true, identity: { shop }, device: null, lock: null };
      const begun = begin({ id, shop, ...empty, facts: [fact] }, claimedBy ? undefined : row.transactionId);
      if (begun === null) return null;
      if (begun.outcome !== 'new' && claimedBy) return null;
      if (begun.outcome !== 'new') throw new Error('The id of an unmatched capture is already used');
      return begun.record;
    },
    close: (orphan, by, note) => journal.append(orphan, { kind: 'closed', by, note }),
    unexplained: async (shop, since) =>
      (await journal.inStates(shop, ['found', 'closed'], since)).filter(({ status }) => status.tenderId === null),
    read: journal.read,
    refOf: ({ status }) => status.refSealed,
    open: async (shop) => records(shop, ({ open }) => open),
  };
}
