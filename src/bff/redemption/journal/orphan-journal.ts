import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { VisibleFacts } from '../../platform/audit/journal-lines.ts';
import type { Keys } from '../../platform/base/keys.ts';
import { type JournalDeps, journalOf } from '../operation/journal-of.ts';
import { IS_OPEN } from '../operation/statements.ts';
import { foldOrphan, type OrphanFact, orphanFactSchema, orphanStep } from './orphan-facts.ts';
import type { OrphanJournal, OrphanRecord } from './orphan-store.ts';

export interface OrphanJournalOptions extends JournalDeps {
  readonly keys: Keys;
}

/** Facts of an orphan that appear in the audit trail. */
export const ORPHAN_LINES: VisibleFacts<OrphanFact['kind']> = { found: 'capture.found', closed: 'capture.closed' };

export function createOrphanJournal({ keys, ...deps }: OrphanJournalOptions): OrphanJournal {
  const { db, operations } = deps;

  const orphans = () => db.selectFrom('operation').select(['id', 'shop', 'created_at']).where('kind', '=', 'orphan');
  const { begin, append, read, records, inStates } = journalOf(deps, {
    name: 'orphan',
    table: 'operation',
    schema: orphanFactSchema,
    fold: foldOrphan,
    step: orphanStep,
    isOpen: (state) => state === 'found',
    rows: orphans,
    record: (_, recorded): OrphanRecord => ({
      ...recorded,
      row: recorded.status.row,
      last4: recorded.status.last4,
    }),
    isSame: () => false,
  });

  return {
    async began(shop) {
      const row = await db.selectFrom('shop').select('created_at').where('id', '=', shop).executeTakeFirstOrThrow();
      return row.created_at;
    },
    async found({ id, shop, row, ref, claimedBy }) {
      const last4 = lastFour(ref);
      try {
        const started = await begin({
          id,
          shop,
          deviceId: null,
          lockHash: null,
          request: { shop },
          facts: [{ kind: 'found', row, refSealed: keys.seal(ref), last4, ...(claimedBy && { claimedBy }) }],
          async insert(tx, at) {
            if (claimedBy) return;
            const claim = { shop, transactionId: row.transactionId, operationId: id, personId: null, at };
            if (!(await operations.claim(tx, claim))) throw new AlreadyClaimed();
          },
          record: (recorded) => ({ ...recorded, row, last4 }),
        });
        if (started.outcome !== 'new' && claimedBy) return null;
        if (started.outcome !== 'new') throw new Error('The id of an unmatched capture is already used');
        return started.record;
      } catch (error) {
        if (error instanceof AlreadyClaimed) return null;
        throw error;
      }
    },
    close: (orphan, by, note) => append(orphan, { kind: 'closed', by, note }),
    read,
    refOf: ({ status }) => keys.open(status.refSealed),
    unexplained: async (shop, since) =>
      (await inStates(shop, ['found', 'closed'], since)).filter(({ status }) => status.tenderId === null),
    open: async (shop) =>
      records(await orphans().where('shop', '=', shop).where('open', '=', IS_OPEN).orderBy('created_at').execute()),
  };
}

/**
 * Thrown if another operation has claimed the transaction. It rolls back the database transaction.
 */
class AlreadyClaimed extends Error {}
