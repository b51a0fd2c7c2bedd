import type { Decider } from '../../bff/platform/base/decider.ts';
import type { Scope } from '../../bff/platform/base/scope.ts';
import type { OrphanRecord } from '../../bff/redemption/journal/orphan-store.ts';
import { foldTender, recoveredFacts, tenderStep } from '../../bff/redemption/journal/tender-facts.ts';
import type { NewTender, TenderIdentity, TenderJournal, TenderRecord } from '../../bff/redemption/journal/tender-store.ts';
import { operationTargetOf } from '../../bff/redemption/operation/journal-of.ts';
import { pickRequester } from '../../bff/redemption/operation/read-facts.ts';
import { isItems, isSameKind, magnitude } from '../../contract/money/money.ts';
import { isTenderOpen, REDEEMED_STATES, REFUNDABLE_STATES, type TenderState } from '../../contract/redemption/tender.ts';
import { lastFour, refIdentity } from '../../contract/voucher/voucher.ts';
import { type AskedFor, holderOf, type MemoryDeps, memoryJournalOf, present } from './memory-journal.ts';
import type { MemoryStore, StoredOperation } from './memory-store.ts';

export type AskedTenders = AskedFor<NewTender>;

export interface MemoryTenders extends TenderJournal {
  /** A tender as the store has it, without waiting. */
  now(shop: Scope, id: string): TenderRecord | null;
}

const TAKEN: readonly string[] = REDEEMED_STATES;
const REFUNDABLE: readonly string[] = REFUNDABLE_STATES;

/** The journal of tenders in memory. */
export function createMemoryTenders({ asked, ...deps }: MemoryDeps & { readonly asked: AskedTenders }): MemoryTenders {
  const { store, serverId, clock } = deps;
  const { journal, begin, claim, records, now } = memoryJournalOf(deps, {
    name: 'tender',
    fold: foldTender,
    step: tenderStep,
    isOpen: isTenderOpen,
    asked,
    personOf: ({ person }) => person.id,
    record({ saleId, receiptNo, entry, ref, requested, returnVouchersInfo, ...by }, recorded): TenderRecord {
      return { ...recorded, ...pickRequester(by), saleId, receiptNo, entry, ref, last4: lastFour(ref), requested, returnVouchersInfo };
    },
    isSame,
  });

  function endOfOrphan(orphan: OrphanRecord, { by, note }: { readonly by: Decider; readonly note: string }, tenderId: string) {
    const dated = { at: clock.now(), fact: { kind: 'closed', by, note, tenderId } };
    return { ...operationTargetOf('orphan', orphan), known: orphan.facts, state: 'closed', open: false, fact: dated };
  }

  return {
    ...journal,
    now,
    async begin(tender, { snapshot, offset }) {
      const { id, shop, device, ref } = tender;
      const facts = [
        { kind: 'intent', snapshot },
        { kind: 'sent', attempt: 1, offset },
      ] as const;
      return present(begin({ id, shop, asked: tender, identity: tender, device, lock: refIdentity(ref), facts }));
    },
    isOwn: async (id) => deps.store.get(id)?.owner === deps.serverId,
    capture: async (tender, fact) => claim(tender, fact, fact.kind === 'attached' ? fact.capture.captureId : fact.captureId),
    async recover(tender, since, offset, found) {
      const { id, shop, device, ref } = tender;
      const facts = recoveredFacts(since, offset, found);
      return begin(
        { id, shop, asked: tender, identity: tender, device, lock: refIdentity(ref), facts },
        found === 'contested' ? undefined : found?.captureId,
      );
    },
    async attachListed(tender, fact, orphan) {
      return present(claim(tender, fact, null, [endOfOrphan(orphan, fact, tender.id)]));
    },
    async recordOrphan(tender, fact, orphan) {
      const { id, shop, device, ref } = tender;
      store.move([endOfOrphan(orphan, fact, id)]);
      const facts = [{ kind: 'intent', snapshot: null }, fact] as const;
      return present(begin({ id, shop, asked: tender, identity: tender, device, lock: refIdentity(ref), facts }));
    },
    keepLateCapture: async (tender, by, note) => present(claim(tender, { kind: 'attached', capture: null, by, note }, null)),
    async cancel(shop, id) {
      const at = clock.now();
      const tombstone = { id, shop, kind: 'tender', device: null, lock: null, state: 'cancelled', open: false, owner: serverId } as const;
      if (store.insert({ ...tombstone, facts: [], createdAt: at, changedAt: at })) return { outcome: 'cancelled' };
      const { state, kind } = present(store.get(id));
      if (state === 'cancelled') return { outcome: 'cancelled' };
      return { outcome: 'started', state: kind === 'tender' ? (state as TenderState) : null };
    },
    ofSale: async (shop, sale) => records(shop, () => true).filter(({ saleId }) => saleId === sale),
    async holder(_, ref) {
      const operation = store.holder(refIdentity(ref));
      return operation ? holderOf(operation) : null;
    },
    async lastCapture(shop, ref) {
      const captured = ({ lock, state }: StoredOperation) => lock === refIdentity(ref) && TAKEN.includes(state);
      return records(shop, captured).at(-1) ?? null;
    },
    async refundable(shop, ref) {
      return records(shop, ({ lock, state }) => lock === refIdentity(ref) && REFUNDABLE.includes(state));
    },
    async capturesOf(shop, ref) {
      return new Set(records(shop, ({ lock }) => lock === refIdentity(ref)).flatMap(({ status }) => status.capture?.captureId ?? []));
    },
    ofVoucher: async (shop, ref) => records(shop, ({ lock }) => lock === refIdentity(ref)).toReversed(),
    async changedAt(_, ref) {
      const ofVoucher = [...store.ofAccount()].filter(({ kind, lock }) => kind === 'tender' && lock === refIdentity(ref));
      return ofVoucher.length === 0 ? null : Math.max(...ofVoucher.map(({ changedAt }) => changedAt));
    },
    async wasRefunded(_, ref) {
      return [...store.ofAccount()].some(({ kind, lock, state }) => kind === 'tender' && lock === refIdentity(ref) && state === 'refunded');
    },
    sentTwiceAt: async (_, ref) => sentTwiceAt(store, refIdentity(ref)),
    async claimed(own, transactionIds, notOf) {
      const isOfOther = ({ kind, lock }: StoredOperation) => kind === 'tender' && lock !== refIdentity(notOf ?? '');
      const claimed = transactionIds.filter((id) => {
        const claimer = store.claimer(id);
        if (claimer === undefined) return false;
        return notOf === undefined ? claimer.shop === own || claimer.kind !== 'orphan' : isOfOther(claimer);
      });
      return new Set(claimed);
    },
    mid: async (shop) => store.mid(shop),
    sisterMids: async (shop) => store.otherMids(shop),
    learnMid: async (shop, mid) => store.learnMid(shop, mid),
    forgetMid: () => undefined,
  };
}

function sentTwiceAt(store: MemoryStore, voucher: string): number | null {
  const ofVoucher = [...store.ofAccount()].filter(({ kind, lock }) => kind === 'tender' && lock === voucher);
  const sent = ofVoucher.map(({ facts }) => facts.filter(({ fact }) => fact.kind === 'sent'));
  const second = sent.flatMap((all) => (all.length > 1 ? (all.at(-1)?.at ?? []) : []));
  return second.length === 0 ? null : Math.max(...second);
}

function isSame(known: NewTender, { code, requested, saleId, receiptNo, entry }: TenderIdentity): boolean {
  return (
    known.code === code &&
    known.saleId === saleId &&
    known.receiptNo === receiptNo &&
    known.entry === entry &&
    isItems(known.requested) === isItems(requested) &&
    isSameKind(known.requested, requested) &&
    magnitude(known.requested) === magnitude(requested)
  );
}
