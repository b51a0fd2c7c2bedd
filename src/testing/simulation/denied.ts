import { foldOrphan, type OrphanFact } from '../../bff/redemption/journal/orphan-facts.ts';
import type { DatedFact } from '../../bff/redemption/operation/facts.ts';
import type { LedgerCapture } from './ledger.ts';
import type { MemoryStore } from './memory-store.ts';

/**
 * Returns captures that an answer wrongly denies.
 *
 * If a manager closed the case of a capture, the denial is the manager's decision.
 */
export function deniedIn(store: Pick<MemoryStore, 'all'>): (capture: Pick<LedgerCapture, 'captureId'>) => boolean {
  return ({ captureId }) =>
    ![...store.all()].some(({ kind, state, facts }) => {
      if (kind !== 'orphan' || state !== 'closed') return false;
      const { row, tenderId } = foldOrphan(facts as readonly DatedFact<OrphanFact>[]);
      return row.transactionId === captureId && tenderId === null;
    });
}
