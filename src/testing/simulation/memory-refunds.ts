import type { Clock } from '../../bff/base/ports.ts';
import { foldRefund, mayFollowRefund, type RefundFact } from '../../bff/journal/refund-facts.ts';
import type { NewRefund, RefundBegun, RefundJournal, RefundRecalled, RefundRecord } from '../../bff/journal/refund-store.ts';
import { type DatedFact, mayFollowTender } from '../../bff/journal/tender-facts.ts';
import { tenderPlace } from '../../bff/journal/tender-journal.ts';
import type { Ground } from '../../bff/journal/tender-store.ts';
import type { Changes } from '../../bff/operation/changes.ts';
import { isRefundOpen } from '../../contract/refund.ts';
import { refIdentity } from '../../contract/voucher.ts';
import type { MemoryStore, Move, StoredOperation } from './memory-store.ts';
import { type AskedTenders, holderOf, present, readTender } from './memory-tenders.ts';

/** What the servers of a world share of their refunds, beside the store itself. */
export type AskedRefunds = Map<string, { readonly refund: NewRefund; readonly createdAt: number }>;

export interface MemoryRefundsOptions {
  readonly store: MemoryStore;
  readonly tenders: AskedTenders;
  readonly asked: AskedRefunds;
  readonly serverId: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly changes: Pick<Changes, 'tell'>;
}

/** The journal of refunds in memory, as one server sees it. */
export function createMemoryRefunds({ store, tenders, asked, serverId, clock, changes }: MemoryRefundsOptions): RefundJournal {
  function told(refund: RefundRecord): RefundRecord {
    changes.tell({ kind: 'refund', id: refund.id });
    return refund;
  }

  function read(shop: string, id: string): RefundRecord | null {
    const operation = store.get(id);
    const first = asked.get(id);
    if (!operation || !first || operation.shop !== shop) return null;
    const { device, person, note } = first.refund;
    const tender = present(readTender({ store, asked: tenders }, shop, first.refund.tender.id));
    const facts = operation.facts as readonly DatedFact<RefundFact>[];
    const identity = { id, shop, tender, note, device: { id: device.id, name: device.name }, person: { id: person.id, name: person.name } };
    return { ...identity, createdAt: first.createdAt, facts, standing: foldRefund(facts) };
  }

  function recall(id: string, identity: { shop: string; tenderId: string; note: string }): RefundRecalled {
    if (!store.get(id)) return { outcome: 'none' };
    const refund = read(identity.shop, id);
    const same = refund?.tender.id === identity.tenderId && refund.note === identity.note;
    return same ? { outcome: 'same', refund } : { outcome: 'different' };
  }

  function begin(refund: NewRefund, ground: Ground): RefundBegun {
    const at = clock.now();
    const { id, tender, device } = refund;
    const { shop } = tender;
    const facts: DatedFact<RefundFact>[] = [
      { at, fact: { kind: 'intent', snapshot: ground.snapshot } },
      { at, fact: { kind: 'sent', attempt: 1, offset: ground.offset } },
    ];
    const lock = refIdentity(tender.ref);
    const row = { id, shop, device, lock, facts, kind: 'refund', state: 'sent', open: true, owner: serverId } as const;
    const holder = store.holder(shop, lock);
    const hasMoved = store.get(tender.id)?.facts.length !== tenderPlace(tender).version;
    if (!store.get(id) && !holder && hasMoved) return { outcome: 'moved' };
    if (store.insert({ ...row, createdAt: at, changedAt: at })) {
      asked.set(id, { refund, createdAt: at });
      return { outcome: 'new', refund: told({ ...refund, shop, createdAt: at, facts, standing: foldRefund(facts) }) };
    }
    const known = recall(id, { shop, tenderId: tender.id, note: refund.note });
    return known.outcome === 'none' ? { outcome: 'voucher-open', holder: holderOf(present(holder)) } : known;
  }

  function moveOf(refund: RefundRecord, fact: RefundFact): Move {
    const { state } = refund.standing;
    if (!mayFollowRefund(state, fact.kind)) throw new Error(`A refund that is ${state} cannot become ${fact.kind}`);
    const dated = { at: clock.now(), fact };
    return {
      id: refund.id,
      version: refund.facts.length,
      known: refund.facts,
      state: fact.kind,
      open: isRefundOpen(fact.kind),
      fact: dated,
    };
  }

  function grown(refund: RefundRecord, move: Move): RefundRecord {
    const facts = [...refund.facts, move.fact as DatedFact<RefundFact>];
    return told({ ...refund, facts, standing: foldRefund(facts) });
  }

  const records = (shop: string, wanted: (operation: StoredOperation) => boolean) =>
    [...store.all()]
      .filter((operation) => operation.kind === 'refund' && wanted(operation))
      .flatMap(({ id }) => read(shop, id) ?? [])
      .sort((a, b) => a.createdAt - b.createdAt);

  return {
    recall: async (id, identity) => recall(id, identity),
    begin: async (refund, ground) => begin(refund, ground),
    async append(refund, fact) {
      const move = moveOf(refund, fact);
      store.move([move]);
      return grown(refund, move);
    },
    async refunded(refund, fact) {
      const move = moveOf(refund, fact);
      const { tender, shop, id } = refund;
      const { state } = tender.standing;
      if (!mayFollowTender(state, 'refunded')) throw new Error(`A tender that is ${state} cannot become refunded`);
      const given = { kind: 'refunded', refundId: fact.refundId, operationId: id };
      const back = { ...tenderPlace(tender), known: tender.facts, state: 'refunded', open: false, fact: { at: move.fact.at, fact: given } };
      if (!store.move([move, back], { shop, transactionId: fact.refundId })) return null;
      changes.tell({ kind: 'tender', id: tender.id });
      return grown(refund, move);
    },
    read: async (shop, id) => read(shop, id),
    inStates: async (shop, states) => records(shop, ({ state }) => (states as readonly string[]).includes(state)),
    ofTender: async (shop, tenderId) => records(shop, ({ id }) => asked.get(id)?.refund.tender.id === tenderId),
  };
}
