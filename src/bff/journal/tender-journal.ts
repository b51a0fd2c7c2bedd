import type { Kysely } from 'kysely';
import { isItems, magnitude, type Worth } from '../../contract/money.ts';
import { isTenderOpen, tenderStateSchema } from '../../contract/tender.ts';
import { lastFour } from '../../contract/voucher.ts';
import type { Keys } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import type { Changes } from '../operation/changes.ts';
import type { Operations, Tx } from '../operation/operations.ts';
import type { Schema } from '../store/schema.ts';
import { captureOf, type DatedFact, foldTender, mayFollowTender, type TenderFact } from './tender-facts.ts';
import { createTenderReader } from './tender-reader.ts';
import type { Ground, NewTender, TenderBegun, TenderIdentity, TenderJournal, TenderRecalled, TenderRecord } from './tender-store.ts';

export interface TenderJournalOptions {
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly changes: Changes;
}

/** The journal of tenders over a Kysely database; both engines run it. Locks and claims are unique indexes, so several servers may share one. */
export function createTenderJournal({ db, keys, clock, operations, changes }: TenderJournalOptions): TenderJournal {
  const read = createTenderReader({ db, keys });
  const mids = new Map<string, string>();

  function told(tender: TenderRecord): TenderRecord {
    changes.tell({ kind: 'tender', id: tender.id, tender });
    return tender;
  }

  const codeHash = (identity: Pick<TenderIdentity, 'code'>) => keys.hash(`code:${identity.code}`);

  async function recall(id: string, identity: TenderIdentity): Promise<TenderRecalled> {
    const row = await db
      .selectFrom('operation')
      .leftJoin('tender', 'tender.id', 'operation.id')
      .select(['operation.shop', 'operation.state', 'code_hash', 'tender.kind', 'requested', 'currency', 'sale_id'])
      .where('operation.id', '=', id)
      .executeTakeFirst();
    if (!row) return { outcome: 'none' };
    if (row.state === 'cancelled') return { outcome: 'cancelled' };
    const asked = { code_hash: codeHash(identity), ...worthColumns(identity.requested), sale_id: identity.saleId, shop: identity.shop };
    const same = Object.entries(asked).every(([column, value]) => row[column as keyof typeof asked] === value);
    const tender = same ? await read.one(identity.shop, id) : null;
    return tender ? { outcome: 'same', tender } : { outcome: 'different' };
  }

  async function insert(tx: Tx, tender: NewTender, facts: readonly DatedFact[], at: number): Promise<boolean> {
    const { id, shop, device } = tender;
    const lockHash = read.refHash(tender.ref);
    const operation = { id, shop, kind: 'tender', deviceId: device.id, lockHash, at } as const;
    if (!(await operations.insert(tx, operation, { state: 'sent', open: true, version: facts.length }))) return false;
    await tx
      .insertInto('tender')
      .values({
        id,
        shop,
        device_id: device.id,
        person_id: tender.person.id,
        sale_id: tender.saleId,
        code_hash: codeHash(tender),
        ref_hash: lockHash,
        ref_sealed: keys.seal(tender.ref),
        last4: lastFour(tender.ref),
        ...worthColumns(tender.requested),
        return_info: tender.returnVouchersInfo ? 1 : 0,
        created_at: at,
      })
      .execute();
    await operations.write(tx, id, facts);
    return true;
  }

  async function begin(tender: NewTender, ground: Ground): Promise<TenderBegun> {
    const at = clock.now();
    const facts: DatedFact[] = [
      { at, fact: { kind: 'intent', snapshot: ground.snapshot } },
      { at, fact: { kind: 'sent', attempt: 1, offset: ground.offset } },
    ];
    const inserted = await db.transaction().execute((tx) => insert(tx, tender, facts, at));
    if (inserted) return { outcome: 'new', tender: told(newRecord(tender, facts, at)) };
    const known = await recall(tender.id, tender);
    if (known.outcome !== 'none') return known;
    const holder = await read.holder(tender.shop, tender.ref);
    /* The lock was let go between the two reads: the voucher is free now, so the second try finds its place or a new holder. */
    return holder ? { outcome: 'voucher-open', holder } : begin(tender, ground);
  }

  /** Moves the state on from exactly where `tender` stands, and claims what the fact claims; null when another operation has it. */
  async function grow(tender: TenderRecord, fact: TenderFact): Promise<TenderRecord | null> {
    const { state } = tender.standing;
    if (!mayFollowTender(state, fact.kind)) throw new Error(`A tender that is ${state} cannot become ${fact.kind}`);
    const dated = { at: clock.now(), fact };
    const capture = captureOf(fact);
    const written = await db.transaction().execute(async (tx) => {
      const claim = capture && { shop: tender.shop, transactionId: capture.captureId, operationId: tender.id, at: dated.at };
      if (claim && !(await operations.claim(tx, claim))) return false;
      await operations.move(tx, tenderPlace(tender), { state: fact.kind, open: isTenderOpen(fact.kind) }, dated);
      return true;
    });
    return written ? told(grown(tender, dated)) : null;
  }

  /** For facts that claim nothing, which nobody can be first to claim. */
  async function append(tender: TenderRecord, fact: TenderFact): Promise<TenderRecord> {
    const appended = await grow(tender, fact);
    if (!appended) throw new Error('A fact without a claim was refused for its claim');
    return appended;
  }

  /** Once known a mid stays, so it is read once. */
  async function midOf(shop: string): Promise<string | null> {
    const known = mids.get(shop);
    if (known !== undefined) return known;
    const row = await db.selectFrom('shop').select('mid').where('id', '=', shop).executeTakeFirst();
    if (row?.mid != null) mids.set(shop, row.mid);
    return row?.mid ?? null;
  }

  return {
    recall,
    begin,
    append,
    capture: grow,
    keep: (tender, by, note) => append(tender, { kind: 'attached', capture: null, by, note }),
    async cancel(shop, id) {
      const tombstone = { id, shop, kind: 'tender', deviceId: null, lockHash: null, at: clock.now() } as const;
      const written = await db
        .transaction()
        .execute((tx) => operations.insert(tx, tombstone, { state: 'cancelled', open: false, version: 0 }));
      if (written) return { outcome: 'cancelled' };
      const { state, kind } = await db.selectFrom('operation').select(['state', 'kind']).where('id', '=', id).executeTakeFirstOrThrow();
      if (state === 'cancelled') return { outcome: 'cancelled' };
      return { outcome: 'started', state: kind === 'tender' ? tenderStateSchema.parse(state) : null };
    },
    read: read.one,
    latestOf: read.latestOf,
    inStates: read.inStates,
    holder: read.holder,
    lastCapture: read.lastCapture,
    claimed: read.claimed,
    mid: midOf,
    async learnMid(shop, mid) {
      if ((await midOf(shop)) !== null) return;
      await db.updateTable('shop').set({ mid }).where('id', '=', shop).where('mid', 'is', null).execute();
    },
    adopt: operations.adopt,
  };
}

/** Where a tender stands, for whoever wants to move it on. */
export function tenderPlace(tender: TenderRecord): { id: string; kind: 'tender'; version: number } {
  return { id: tender.id, kind: 'tender', version: tender.facts.length };
}

function worthColumns(worth: Worth): { kind: 'money' | 'items'; requested: number; currency: string } {
  return { kind: isItems(worth) ? 'items' : 'money', requested: magnitude(worth), currency: isItems(worth) ? '' : worth.currency };
}

/** What reading the tender back would give. */
function newRecord(tender: NewTender, facts: readonly DatedFact[], at: number): TenderRecord {
  const { id, shop, saleId, ref, requested, returnVouchersInfo } = tender;
  const device = { id: tender.device.id, name: tender.device.name };
  const person = { id: tender.person.id, name: tender.person.name };
  const identity = { id, shop, device, person, saleId, ref, last4: lastFour(ref), requested, returnVouchersInfo };
  return { ...identity, createdAt: at, facts, standing: foldTender(facts) };
}

function grown(tender: TenderRecord, dated: DatedFact): TenderRecord {
  const facts = [...tender.facts, dated];
  return { ...tender, facts, standing: foldTender(facts) };
}
