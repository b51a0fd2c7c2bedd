import type { Scope } from '../../bff/platform/base/scope.ts';
import { foldRefund, refundStep } from '../../bff/redemption/journal/refund-facts.ts';
import type { NewRefund, RefundIdentity, RefundJournal, RefundRecord } from '../../bff/redemption/journal/refund-store.ts';
import { tenderStep } from '../../bff/redemption/journal/tender-facts.ts';
import type { TenderRecord } from '../../bff/redemption/journal/tender-store.ts';
import { operationTargetOf } from '../../bff/redemption/operation/journal-of.ts';
import { pickRequester } from '../../bff/redemption/operation/read-facts.ts';
import { Stale } from '../../bff/redemption/operation/stale.ts';
import { isRefundOpen } from '../../contract/redemption/refund.ts';
import { refIdentity } from '../../contract/voucher/voucher.ts';
import { type AskedFor, type MemoryDeps, memoryJournalOf, present } from './memory-journal.ts';

export type AskedRefunds = AskedFor<NewRefund>;

export interface MemoryRefundsOptions extends MemoryDeps {
  readonly asked: AskedRefunds;
  /** A tender as the store has it. */
  readonly tender: (shop: Scope, id: string) => TenderRecord | null;
}

/** The journal of refunds in memory. */
export function createMemoryRefunds({ asked, tender: readTender, ...deps }: MemoryRefundsOptions): RefundJournal {
  const { store, clock, changes } = deps;
  const { journal, begin, claim, records } = memoryJournalOf(deps, {
    name: 'refund',
    fold: foldRefund,
    step: refundStep,
    isOpen: isRefundOpen,
    asked,
    personOf: ({ person }) => person.id,
    record({ tender, device, person, note }, recorded): RefundRecord {
      return { ...recorded, ...pickRequester({ device, person }), tender: present(readTender(recorded.shop, tender.id)), note };
    },
    isSame: ({ tender, note }, identity: RefundIdentity) => tender.id === identity.tenderId && note === identity.note,
  });

  return {
    ...journal,
    async begin(refund, { snapshot, offset }) {
      const { id, tender, device, note } = refund;
      const { shop } = tender;
      const lock = refIdentity(tender.ref);
      const hasMoved = store.get(tender.id)?.facts.length !== tender.facts.length;
      if (!store.get(id) && !store.holder(lock) && hasMoved) throw new Stale('The tender has changed in the meantime');
      const identity = { shop, tenderId: tender.id, note };
      const facts = [
        { kind: 'intent', snapshot },
        { kind: 'sent', attempt: 1, offset },
      ] as const;
      return present(begin({ id, shop, asked: refund, identity, device, lock, facts }));
    },
    async refunded(refund, fact) {
      const { tender, id } = refund;
      const given = { at: clock.now(), fact: { kind: 'refunded', refundId: fact.refundId, operationId: id } } as const;
      tenderStep(tender.status, given);
      const back = { ...operationTargetOf('tender', tender), known: tender.facts, state: 'refunded', open: false, fact: given };
      const refunded = claim(refund, fact, fact.refundId, [back]);
      if (refunded) changes.notify({ kind: 'tender', id: tender.id });
      return refunded;
    },
    ofVoucher: async (shop, ref) => records(shop, ({ lock }) => lock === refIdentity(ref)),
    ofTender: async (shop, tenderId) => records(shop, ({ id }) => asked.get(id)?.tender.id === tenderId),
  };
}
