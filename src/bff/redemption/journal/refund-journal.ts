import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import type { VisibleFacts } from '../../platform/audit/journal-lines.ts';
import type { Keys } from '../../platform/base/keys.ts';
import { type JournalDeps, journalOf, operationTargetOf } from '../operation/journal-of.ts';
import type { PagedJournal } from '../operation/journal-port.ts';
import { pickRequester, REQUESTER_COLUMNS, readRequester } from '../operation/read-facts.ts';
import { Stale } from '../operation/stale.ts';
import { refHash } from './ref-hash.ts';
import { foldRefund, type RefundFact, refundFactSchema, refundStep } from './refund-facts.ts';
import type { RefundIdentity, RefundJournal, RefundRecord } from './refund-store.ts';
import { tenderStep } from './tender-facts.ts';
import type { TenderJournal } from './tender-store.ts';

export interface RefundJournalOptions extends JournalDeps {
  readonly keys: Keys;
  readonly tenders: Pick<TenderJournal, 'read'>;
}

/** Facts of a refund that appear in the audit trail. */
export const REFUND_LINES: VisibleFacts<RefundFact['kind']> = {
  intent: 'refund.asked',
  refunded: { byPerson: 'refund.attached', byItself: 'refund.done' },
  declined: 'refund.refused',
  not_sent: 'refund.not-done',
  not_refunded: { byPerson: 'refund.closed', byItself: 'refund.not-done' },
  unknown: 'refund.unknown',
  manager: 'refund.manager',
};

export function createRefundJournal({
  keys,
  tenders,
  ...deps
}: RefundJournalOptions): RefundJournal & PagedJournal<RefundRecord> {
  const { db, clock, operations, changes } = deps;

  const refunds = () =>
    db
      .selectFrom('refund')
      .innerJoin('operation', 'operation.id', 'refund.id')
      .innerJoin('device', 'device.id', 'refund.device_id')
      .innerJoin('person', 'person.id', 'refund.person_id')
      .select(REQUESTER_COLUMNS)
      .select(['tender_id', 'note']);

  const kernel = journalOf(deps, {
    name: 'refund',
    table: 'refund',
    schema: refundFactSchema,
    fold: foldRefund,
    step: refundStep,
    isOpen: isRefundOpen,
    rows: refunds,
    async record(row, recorded): Promise<RefundRecord> {
      const tender = await tenders.read(row.shop, row.tender_id);
      if (!tender) throw new Error('The tender of a refund does not exist');
      return { ...recorded, ...readRequester(row), tender, note: row.note };
    },
    isSame: (_, { tenderId, note }: RefundIdentity, row) => row.tender_id === tenderId && row.note === note,
  });

  return {
    ...kernel,
    begin(refund, { snapshot, offset }, within) {
      const { id, tender, device, person, note } = refund;
      const { shop } = tender;
      return kernel.begin({
        id,
        shop,
        deviceId: device.id,
        lockHash: refHash(keys, tender.ref),
        request: { shop, tenderId: tender.id, note },
        facts: [
          { kind: 'intent', snapshot },
          { kind: 'sent', attempt: 1, offset },
        ],
        async insert(tx, at) {
          if (!(await operations.hold(tx, operationTargetOf('tender', tender))))
            throw new Stale('The tender has changed in the meantime');
          const row = {
            id,
            shop,
            tender_id: tender.id,
            device_id: device.id,
            person_id: person.id,
            note,
            created_at: at,
          };
          await within?.(tx);
          await tx.insertInto('refund').values(row).execute();
        },
        record: (recorded) => ({ ...recorded, ...pickRequester(refund), tender, note }),
      });
    },
    async refunded(refund, fact) {
      const { tender } = refund;
      const back = {
        at: clock.now(),
        fact: { kind: 'refunded', refundId: fact.refundId, operationId: refund.id },
      } as const;
      tenderStep(tender.status, back);
      const refunded = await kernel.claim(refund, fact, fact.refundId, {
        after: (tx) =>
          operations.move(tx, operationTargetOf('tender', tender), { state: 'refunded', open: false }, back),
      });
      if (refunded) changes.notify({ kind: 'tender', id: tender.id });
      return refunded;
    },
    async ofVoucher(shop, ref) {
      const all = refunds()
        .innerJoin('tender', 'tender.id', 'refund.tender_id')
        .where('tender.shop', '=', shop)
        .where('tender.ref_hash', '=', refHash(keys, ref));
      return kernel.records(await all.orderBy('refund.created_at').execute());
    },
    async ofTender(shop, tenderId) {
      const all = refunds().where('refund.tender_id', '=', tenderId).where('refund.shop', '=', shop);
      return kernel.records(await all.orderBy('refund.created_at').execute());
    },
  };
}
