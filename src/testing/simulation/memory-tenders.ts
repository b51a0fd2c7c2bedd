import type { Clock } from '../../bff/base/ports.ts';
import { captureOf, type DatedFact, foldTender, mayFollowTender, type TenderFact } from '../../bff/journal/tender-facts.ts';
import { tenderPlace } from '../../bff/journal/tender-journal.ts';
import type {
  Ground,
  NewTender,
  TenderBegun,
  TenderIdentity,
  TenderJournal,
  TenderRecalled,
  TenderRecord,
} from '../../bff/journal/tender-store.ts';
import type { Changes } from '../../bff/operation/changes.ts';
import { isItems, magnitude, sameKind } from '../../contract/money.ts';
import { isTenderOpen, type TenderState } from '../../contract/tender.ts';
import { lastFour, refIdentity } from '../../contract/voucher.ts';
import type { MemoryStore, StoredOperation } from './memory-store.ts';

/** What a tender was first written with, and when. */
interface Asked {
  readonly tender: NewTender;
  readonly createdAt: number;
  /** The latest reading of it. */
  record?: TenderRecord;
}

/** What the servers of a world share of their tenders, beside the store itself. */
export type AskedTenders = Map<string, Asked>;

export interface MemoryTendersOptions {
  readonly store: MemoryStore;
  readonly asked: AskedTenders;
  readonly serverId: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly changes: Pick<Changes, 'tell'>;
}

const CAPTURED: readonly TenderState[] = ['captured', 'captured_partial', 'attached'];

/** The journal of tenders in memory, as one server sees it. It keeps what the one on the disk keeps, and never waits. */
export function createMemoryTenders({ store, asked, serverId, clock, changes }: MemoryTendersOptions): TenderJournal {
  function told(tender: TenderRecord): TenderRecord {
    changes.tell({ kind: 'tender', id: tender.id, tender });
    return tender;
  }

  /** Newest last. */
  const records = (shop: string, wanted: (operation: StoredOperation) => boolean) =>
    [...store.all()]
      .filter((operation) => operation.shop === shop && operation.kind === 'tender' && wanted(operation))
      .flatMap(({ id }) => readTender({ store, asked }, shop, id) ?? [])
      .sort((a, b) => a.createdAt - b.createdAt);

  function recall(id: string, identity: TenderIdentity): TenderRecalled {
    const operation = store.get(id);
    if (!operation) return { outcome: 'none' };
    if (operation.state === 'cancelled') return { outcome: 'cancelled' };
    const known = asked.get(id)?.tender;
    const tender = known && isSame(known, identity) ? readTender({ store, asked }, identity.shop, id) : null;
    return tender ? { outcome: 'same', tender } : { outcome: 'different' };
  }

  function begin(tender: NewTender, ground: Ground): TenderBegun {
    const at = clock.now();
    const facts: DatedFact[] = [
      { at, fact: { kind: 'intent', snapshot: ground.snapshot } },
      { at, fact: { kind: 'sent', attempt: 1, offset: ground.offset } },
    ];
    const lock = refIdentity(tender.ref);
    const { id, shop, device } = tender;
    const row = { id, shop, device, lock, facts, kind: 'tender', state: 'sent', open: true, owner: serverId } as const;
    const before = asked.get(id);
    asked.set(id, { tender, createdAt: at });
    if (store.insert({ ...row, createdAt: at, changedAt: at })) {
      return { outcome: 'new', tender: told(present(readTender({ store, asked }, shop, id))) };
    }
    if (before) asked.set(id, before);
    else asked.delete(id);
    const known = recall(id, tender);
    if (known.outcome !== 'none') return known;
    return { outcome: 'voucher-open', holder: holderOf(present(store.holder(shop, lock))) };
  }

  function grow(tender: TenderRecord, fact: TenderFact): TenderRecord | null {
    const { state } = tender.standing;
    if (!mayFollowTender(state, fact.kind)) throw new Error(`A tender that is ${state} cannot become ${fact.kind}`);
    const dated = { at: clock.now(), fact };
    const capture = captureOf(fact);
    const move = { ...tenderPlace(tender), known: tender.facts, state: fact.kind, open: isTenderOpen(fact.kind), fact: dated };
    const claim = capture ? { shop: tender.shop, transactionId: capture.captureId } : undefined;
    if (!store.move([move], claim)) return null;
    const facts = [...tender.facts, dated];
    return told({ ...tender, facts, standing: foldTender(facts) });
  }

  return {
    recall: async (id, identity) => recall(id, identity),
    begin: async (tender, ground) => begin(tender, ground),
    append: async (tender, fact) => present(grow(tender, fact)),
    capture: async (tender, fact) => grow(tender, fact),
    keep: async (tender, by, note) => present(grow(tender, { kind: 'attached', capture: null, by, note })),
    read: async (shop, id) => readTender({ store, asked }, shop, id),
    async cancel(shop, id) {
      const at = clock.now();
      const tombstone = { id, shop, kind: 'tender', device: null, lock: null, state: 'cancelled', open: false, owner: serverId } as const;
      if (store.insert({ ...tombstone, facts: [], createdAt: at, changedAt: at })) return { outcome: 'cancelled' };
      const { state, kind } = present(store.get(id));
      if (state === 'cancelled') return { outcome: 'cancelled' };
      return { outcome: 'started', state: kind === 'tender' ? (state as TenderState) : null };
    },
    latestOf: async (shop, personId, count) =>
      records(shop, ({ id }) => asked.get(id)?.tender.person.id === personId)
        .reverse()
        .slice(0, count),
    inStates: async (shop, states, since = 0) =>
      records(shop, ({ state, changedAt }) => (states as readonly string[]).includes(state) && changedAt >= since),
    async holder(shop, ref) {
      const operation = store.holder(shop, refIdentity(ref));
      return operation ? holderOf(operation) : null;
    },
    async lastCapture(shop, ref) {
      const captured = ({ lock, state }: StoredOperation) => lock === refIdentity(ref) && CAPTURED.includes(state as TenderState);
      return records(shop, captured).at(-1) ?? null;
    },
    claimed: async (shop, transactionIds) => new Set(transactionIds.filter((id) => store.isClaimed(shop, id))),
    mid: async (shop) => store.mid(shop),
    learnMid: async (shop, mid) => store.learnMid(shop, mid),
    adopt: async (shop, kind, alive) => adopt({ store, serverId, now: clock.now() }, shop, kind, alive),
  };
}

/** An own operation that stands still for longer than this is given to its server again, as by the journal on the disk. */
const FORGOTTEN_MS = 4 * 60_000;

function adopt(
  { store, serverId, now }: { store: MemoryStore; serverId: number; now: number },
  shop: string,
  kind: StoredOperation['kind'],
  alive: ReadonlySet<number>,
): string[] {
  const open = [...store.all()].filter((operation) => operation.shop === shop && operation.kind === kind && operation.open);
  const isLeft = ({ owner, changedAt }: StoredOperation) =>
    owner === serverId ? changedAt < now - FORGOTTEN_MS : owner === null || !alive.has(owner);
  const adopted = open.filter(isLeft).sort((a, b) => a.createdAt - b.createdAt);
  for (const { id } of adopted) store.own(id, serverId);
  return adopted.map(({ id }) => id);
}

/** A tender as the store has it. */
export function readTender({ store, asked }: { store: MemoryStore; asked: AskedTenders }, shop: string, id: string): TenderRecord | null {
  const operation = store.get(id);
  const first = asked.get(id);
  if (!operation || !first || operation.shop !== shop || operation.state === 'cancelled') return null;
  if (first.record && first.record.facts === operation.facts) return first.record;
  const { tender, createdAt } = first;
  const { saleId, ref, requested, returnVouchersInfo } = tender;
  const device = { id: tender.device.id, name: tender.device.name };
  const person = { id: tender.person.id, name: tender.person.name };
  const facts = operation.facts as readonly DatedFact[];
  const identity = { id, shop, device, person, saleId, ref, last4: lastFour(ref), requested, returnVouchersInfo };
  first.record = { ...identity, createdAt, facts, standing: foldTender(facts) };
  return first.record;
}

function isSame(known: NewTender, identity: TenderIdentity): boolean {
  const { code, requested, saleId, shop } = identity;
  return (
    known.shop === shop &&
    known.code === code &&
    known.saleId === saleId &&
    isItems(known.requested) === isItems(requested) &&
    sameKind(known.requested, requested) &&
    magnitude(known.requested) === magnitude(requested)
  );
}

export function holderOf({ id, kind, device, createdAt }: StoredOperation) {
  return { operationId: id, kind, deviceId: device?.id ?? '', device: device?.name ?? '', since: createdAt };
}

export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The store in memory lost what it had');
  return value;
}
