import type { Clock } from '../../bff/base/ports.ts';
import type { OrphanFact } from '../../bff/journal/orphan-facts.ts';
import type { OrphanJournal, OrphanRecord } from '../../bff/journal/orphan-store.ts';
import type { DatedFact } from '../../bff/journal/tender-facts.ts';
import type { Changes } from '../../bff/operation/changes.ts';
import { lastFour } from '../../contract/voucher.ts';
import type { MemoryStore, StoredOperation } from './memory-store.ts';

export interface MemoryOrphansOptions {
  readonly store: MemoryStore;
  readonly serverId: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly changes: Pick<Changes, 'tell'>;
  /** When the shop's journal began, milliseconds UTC. */
  readonly beganAt: number;
}

/** The journal of orphans in memory, as one server sees it. */
export function createMemoryOrphans({ store, serverId, clock, changes, beganAt }: MemoryOrphansOptions): OrphanJournal {
  function told(id: string): OrphanRecord {
    changes.tell({ kind: 'orphan', id });
    const operation = store.get(id);
    if (!operation) throw new Error('The store in memory lost what it had');
    return toRecord(operation);
  }

  return {
    began: async () => beganAt,
    async found({ id, shop, row, ref }) {
      const at = clock.now();
      const facts = [{ at, fact: { kind: 'found', row, refSealed: ref, last4: lastFour(ref) } }] as const;
      const empty = { kind: 'orphan', device: null, lock: null, state: 'found', open: true, owner: serverId } as const;
      if (store.get(id)) throw new Error('An orphan’s id is taken');
      const operation = { id, shop, ...empty, facts, createdAt: at, changedAt: at };
      return store.insert(operation, { shop, transactionId: row.transactionId }) ? told(id) : null;
    },
    async close({ id, facts, state }, by, note) {
      if (state === 'closed') throw new Error('An orphan is found once and closed once');
      const fact = { at: clock.now(), fact: { kind: 'closed', by, note } };
      store.move([{ id, version: facts.length, known: facts, state: 'closed', open: false, fact }]);
      return told(id);
    },
    async read(shop, id) {
      const operation = store.get(id);
      return operation?.shop === shop && operation.kind === 'orphan' ? toRecord(operation) : null;
    },
    open: async (shop) =>
      [...store.all()]
        .filter((operation) => operation.shop === shop && operation.kind === 'orphan' && operation.open)
        .sort((a, b) => a.createdAt - b.createdAt)
        .map(toRecord),
  };
}

function toRecord({ id, shop, state, createdAt, facts }: StoredOperation): OrphanRecord {
  const written = facts as readonly DatedFact<OrphanFact>[];
  const first = written[0]?.fact;
  if (first?.kind !== 'found') throw new Error('An orphan is found once and closed once');
  return { id, shop, state: state === 'closed' ? 'closed' : 'found', row: first.row, last4: first.last4, createdAt, facts: written };
}
