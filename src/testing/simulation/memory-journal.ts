import type { Clock } from '../../bff/platform/base/ports.ts';
import type { Scope } from '../../bff/platform/base/scope.ts';
import { type Changes, createChangesMade } from '../../bff/redemption/operation/changes.ts';
import type { AnyFact, DatedFact } from '../../bff/redemption/operation/facts.ts';
import { type OperationKindOf, operationTargetOf } from '../../bff/redemption/operation/journal-of.ts';
import type {
  AnyStatus,
  Holder,
  IdLookupResult,
  OperationJournal,
  Recorded,
  StartResult,
} from '../../bff/redemption/operation/journal-port.ts';
import type { MemoryMove, MemoryStore, StoredOperation } from './memory-store.ts';

/**
 * The original request of an operation, which has a table of its own on the disk. Shared by the
 * servers of a world, like the store.
 */
export interface AskedFor<New> {
  get(id: string): New | undefined;
  set(id: string, asked: New): unknown;
  delete(id: string): unknown;
}

export interface MemoryDeps {
  readonly store: MemoryStore;
  readonly serverId: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly changes: Pick<Changes, 'notify'>;
}

/** As {@link OperationKindOf}, with the request in place of a row. */
export interface MemoryKind<R extends Recorded<F, S>, F extends AnyFact, S extends AnyStatus, New, Asked>
  extends Pick<OperationKindOf<R, F, S, never, Asked>, 'name' | 'fold' | 'step' | 'isOpen'> {
  readonly asked: AskedFor<New>;
  readonly personOf: (asked: New) => string | null;
  readonly record: (asked: New, recorded: Recorded<F, S>) => R;
  readonly isSame: (asked: New, identity: Asked) => boolean;
}

/** How an operation begins in memory. */
export interface MemoryBeginning<New, F extends AnyFact, Asked> {
  readonly id: string;
  readonly shop: Scope;
  readonly asked: New;
  readonly identity: Asked;
  readonly device: StoredOperation['device'];
  readonly lock: string | null;
  readonly facts: readonly [F, ...F[]];
}

/**
 * A server's own operation that is unchanged for longer than this is returned to it again, as by
 * the journal on the disk.
 */
const FORGOTTEN_MS = 4 * 60_000;

/**
 * The journal of one kind in memory, from the point of view of one server. It stores the same data
 * as the one on the disk, and never waits.
 */
export function memoryJournalOf<
  R extends Recorded<F, S>,
  F extends AnyFact,
  S extends AnyStatus,
  New,
  Asked extends { readonly shop: Scope },
>({ store, serverId, clock, changes }: MemoryDeps, kind: MemoryKind<R, F, S, New, Asked>) {
  const { name, asked } = kind;
  const news = createChangesMade<R>(changes, name, ({ status }) => kind.isOpen(status.state));
  const standings = new WeakMap<StoredOperation['facts'], S>();

  function recordOf({ id, shop, createdAt, facts: stored }: StoredOperation): R {
    const facts = stored as readonly DatedFact<F>[];
    const status = standings.get(stored) ?? kind.fold(facts);
    standings.set(stored, status);
    return kind.record(present(asked.get(id)), { id, shop, createdAt, facts, status });
  }

  const isOurs = (operation: StoredOperation, shop: Scope) =>
    operation.kind === name && operation.shop === shop && operation.state !== 'cancelled';

  /** Oldest first. */
  const records = (shop: Scope, wanted: (operation: StoredOperation) => boolean): R[] =>
    [...store.all()]
      .filter((operation) => isOurs(operation, shop) && wanted(operation))
      .sort((a, b) => a.createdAt - b.createdAt)
      .map(recordOf);

  function read(shop: Scope, id: string): R | null {
    const operation = store.get(id);
    return operation && isOurs(operation, shop) ? recordOf(operation) : null;
  }

  function recall(id: string, identity: Asked): IdLookupResult<R> {
    const operation = store.get(id);
    if (!operation) return { outcome: 'none' };
    if (operation.kind === name && operation.state === 'cancelled') return { outcome: 'cancelled' };
    const record = read(identity.shop, id);
    return record && kind.isSame(present(asked.get(id)), identity) ? { outcome: 'same', record } : { outcome: 'different' };
  }

  function begin(beginning: MemoryBeginning<New, F, Asked>, transactionId?: string): StartResult<R> | null {
    const { id, shop, device, lock, identity } = beginning;
    const at = clock.now();
    const facts = beginning.facts.map((fact) => ({ at, fact }));
    const { state } = kind.fold(facts);
    const row = {
      id,
      shop,
      kind: name,
      device,
      lock,
      state,
      open: kind.isOpen(state),
      owner: serverId,
      facts,
      createdAt: at,
      changedAt: at,
    };
    if (!store.get(id)) asked.set(id, beginning.asked);
    if (store.insert(row, transactionId)) {
      return { outcome: 'new', record: news.notify(recordOf(row)) };
    }
    const known = recall(id, identity);
    if (known.outcome !== 'none') return known;
    asked.delete(id);
    const holder = lock === null ? undefined : store.holder(lock);
    return holder ? { outcome: 'voucher-open', holder: holderOf(holder) } : null;
  }

  function moveOf(record: R, fact: F): { move: MemoryMove; grown: R } {
    const dated = { at: clock.now(), fact };
    const status = kind.step(record.status, dated);
    const { state } = status;
    const move = { ...operationTargetOf(name, record), known: record.facts, state, open: kind.isOpen(state), fact: dated };
    return { move, grown: { ...record, facts: [...record.facts, dated], status } };
  }

  /** Null if another operation has the transaction; `beside` changes together with it. */
  function claim(record: R, fact: F, transactionId: string | null, beside: readonly MemoryMove[] = []): R | null {
    const { move, grown } = moveOf(record, fact);
    return store.move([move, ...beside], transactionId ?? undefined) ? news.notify(grown) : null;
  }

  const journal: OperationJournal<R, F, Asked> = {
    recall: async (id, identity) => recall(id, identity),
    append: async (record, fact) => present(claim(record, fact, null)),
    read: async (shop, id) => read(shop, id),
    latestOf: async (shop, personId, count) =>
      records(shop, ({ id }) => personId === null || kind.personOf(present(asked.get(id))) === personId)
        .toReversed()
        .slice(0, count),
    inStates: async (shop, states, since = 0) => {
      const wanted: readonly string[] = states;
      return records(shop, ({ state, changedAt }) => wanted.includes(state) && changedAt >= since);
    },
    recordAfter: news.recordAfter,
    async adopt(shop, alive) {
      const open = [...store.all()].filter((operation) => isOurs(operation, shop) && isLeft(operation, serverId, clock.now(), alive));
      const adopted = open.sort((x, y) => x.createdAt - y.createdAt);
      for (const { id } of adopted) store.own(id, serverId);
      return adopted.map(({ id }) => id);
    },
  };
  return { journal, begin, claim, records, now: read };
}

/**
 * True if an open operation needs attention: no living server has it, or its own may have lost
 * track of it.
 */
function isLeft({ open, owner, changedAt }: StoredOperation, serverId: number, now: number, alive: ReadonlySet<number>): boolean {
  if (!open) return false;
  return owner === serverId ? changedAt < now - FORGOTTEN_MS : owner === null || !alive.has(owner);
}

export function holderOf({ id, shop, kind, device, createdAt }: StoredOperation): Holder {
  return { operationId: id, shop, kind, deviceId: device?.id ?? '', device: device?.name ?? '', since: createdAt };
}

export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The store in memory lost what it had');
  return value;
}
