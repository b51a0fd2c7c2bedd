import type { Kysely } from 'kysely';
import { isRefundOpen, type RefundState } from '../../contract/refund.ts';
import type { Keys } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import type { Changes } from '../operation/changes.ts';
import type { Operations, Tx } from '../operation/operations.ts';
import { originIn, readFacts } from '../operation/read-facts.ts';
import type { Schema } from '../store/schema.ts';
import { foldRefund, mayFollowRefund, type RefundFact, refundFactSchema } from './refund-facts.ts';
import type { NewRefund, RefundBegun, RefundedFact, RefundJournal, RefundRecalled, RefundRecord } from './refund-store.ts';
import { type DatedFact, mayFollowTender } from './tender-facts.ts';
import { tenderPlace } from './tender-journal.ts';
import { createTenderReader } from './tender-reader.ts';
import type { Ground, TenderJournal } from './tender-store.ts';

export interface RefundJournalOptions {
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly changes: Changes;
  readonly tenders: Pick<TenderJournal, 'read'>;
}

/** The journal of refunds over a Kysely database; both engines run it. */
export function createRefundJournal({ db, keys, clock, operations, changes, tenders }: RefundJournalOptions): RefundJournal {
  const reader = createTenderReader({ db, keys });

  function told(refund: RefundRecord): RefundRecord {
    changes.tell({ kind: 'refund', id: refund.id });
    return refund;
  }

  const refunds = () =>
    db
      .selectFrom('refund')
      .innerJoin('operation', 'operation.id', 'refund.id')
      .innerJoin('device', 'device.id', 'refund.device_id')
      .innerJoin('person', 'person.id', 'refund.person_id')
      .select(['refund.id', 'refund.shop', 'tender_id', 'refund.device_id', 'device.name as device_name', 'person_id'])
      .select(['person.name as person_name', 'note', 'refund.created_at']);
  type Row = Awaited<ReturnType<ReturnType<typeof refunds>['execute']>>[number];

  async function toRecords(rows: readonly Row[]): Promise<RefundRecord[]> {
    const factsOf = await readFacts(db, rows, refundFactSchema);
    return Promise.all(
      rows.map(async (row) => {
        const tender = await tenders.read(row.shop, row.tender_id);
        if (!tender) throw new Error('A refund names a tender that is not there');
        const facts = factsOf(row.id);
        return { ...originIn(row), tender, note: row.note, facts, standing: foldRefund(facts) };
      }),
    );
  }

  async function read(shop: string, id: string): Promise<RefundRecord | null> {
    const [refund] = await toRecords(await refunds().where('refund.id', '=', id).where('refund.shop', '=', shop).execute());
    return refund ?? null;
  }

  async function recall(id: string, identity: { shop: string; tenderId: string; note: string }): Promise<RefundRecalled> {
    const known = await db.selectFrom('operation').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) return { outcome: 'none' };
    const refund = await read(identity.shop, id);
    const same = refund?.tender.id === identity.tenderId && refund.note === identity.note;
    return same ? { outcome: 'same', refund } : { outcome: 'different' };
  }

  /** Null when the tender has moved on; nothing is kept then. */
  async function insert(tx: Tx, refund: NewRefund, facts: readonly DatedFact<RefundFact>[], at: number): Promise<boolean | null> {
    const { id, tender, device, person, note } = refund;
    const { shop } = tender;
    const operation = { id, shop, kind: 'refund', deviceId: device.id, lockHash: reader.refHash(tender.ref), at } as const;
    if (!(await operations.insert(tx, operation, { state: 'sent', open: true, version: facts.length }))) return false;
    if (!(await operations.hold(tx, tenderPlace(tender)))) return null;
    const row = { id, shop, tender_id: tender.id, device_id: device.id, person_id: person.id, note, created_at: at };
    await tx.insertInto('refund').values(row).execute();
    await operations.write(tx, id, facts);
    return true;
  }

  async function begin(refund: NewRefund, ground: Ground): Promise<RefundBegun> {
    const at = clock.now();
    const facts: DatedFact<RefundFact>[] = [
      { at, fact: { kind: 'intent', snapshot: ground.snapshot } },
      { at, fact: { kind: 'sent', attempt: 1, offset: ground.offset } },
    ];
    const inserted = await db
      .transaction()
      .execute(async (tx) => {
        const outcome = await insert(tx, refund, facts, at);
        if (outcome === null) throw new Moved();
        return outcome;
      })
      .catch((error: unknown) => {
        if (error instanceof Moved) return null;
        throw error;
      });
    if (inserted === null) return { outcome: 'moved' };
    const { shop } = refund.tender;
    if (inserted) return { outcome: 'new', refund: told({ ...refund, shop, createdAt: at, facts, standing: foldRefund(facts) }) };
    const known = await recall(refund.id, { shop, tenderId: refund.tender.id, note: refund.note });
    if (known.outcome !== 'none') return known;
    const holder = await reader.holder(shop, refund.tender.ref);
    /* The lock was let go between the two reads. */
    return holder ? { outcome: 'voucher-open', holder } : begin(refund, ground);
  }

  /** Moves the refund on, within the caller's transaction. */
  async function move(tx: Tx, refund: RefundRecord, dated: DatedFact<RefundFact>): Promise<void> {
    const { kind } = dated.fact;
    const { state } = refund.standing;
    if (!mayFollowRefund(state, kind)) throw new Error(`A refund that is ${state} cannot become ${kind}`);
    const place = { id: refund.id, kind: 'refund', version: refund.facts.length } as const;
    await operations.move(tx, place, { state: kind, open: isRefundOpen(kind) }, dated);
  }

  function grown(refund: RefundRecord, dated: DatedFact<RefundFact>): RefundRecord {
    const facts = [...refund.facts, dated];
    return told({ ...refund, facts, standing: foldRefund(facts) });
  }

  return {
    recall,
    begin,
    async append(refund, fact) {
      const dated = { at: clock.now(), fact };
      await db.transaction().execute((tx) => move(tx, refund, dated));
      return grown(refund, dated);
    },
    async refunded(refund, fact: RefundedFact) {
      const dated = { at: clock.now(), fact };
      const { tender, shop, id } = refund;
      const { refundId } = fact;
      if (!mayFollowTender(tender.standing.state, 'refunded'))
        throw new Error(`A tender that is ${tender.standing.state} cannot become refunded`);
      const claimed = await db.transaction().execute(async (tx) => {
        if (!(await operations.claim(tx, { shop, transactionId: refundId, operationId: id, at: dated.at }))) return false;
        await move(tx, refund, dated);
        const refunded = { at: dated.at, fact: { kind: 'refunded', refundId, operationId: id } };
        await operations.move(tx, tenderPlace(tender), { state: 'refunded', open: false }, refunded);
        return true;
      });
      if (!claimed) return null;
      changes.tell({ kind: 'tender', id: tender.id });
      return grown(refund, dated);
    },
    read,
    async inStates(shop, states: readonly RefundState[]) {
      const rows = await refunds()
        .where('operation.shop', '=', shop)
        .where('operation.kind', '=', 'refund')
        .where('operation.state', 'in', states)
        .orderBy('refund.created_at')
        .execute();
      return toRecords(rows);
    },
    async ofTender(shop, tenderId) {
      const rows = await refunds()
        .where('refund.tender_id', '=', tenderId)
        .where('refund.shop', '=', shop)
        .orderBy('refund.created_at')
        .execute();
      return toRecords(rows);
    },
  };
}

/** Rolls the transaction back. */
class Moved extends Error {}
