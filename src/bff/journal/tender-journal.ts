import type { Kysely, Transaction } from 'kysely';
import { isItems, magnitude, type Worth } from '../../contract/money.ts';
import { OPEN_STATES, tenderStateSchema } from '../../contract/tender.ts';
import { lastFour } from '../../contract/voucher.ts';
import type { Keys } from '../keys.ts';
import type { Clock } from '../ports.ts';
import { type CaptureFact, type DatedFact, fold, mayFollow } from './facts.ts';
import type { Schema } from './schema.ts';
import {
  type Begun,
  type Journal,
  type NewTender,
  type OtherFact,
  type Recalled,
  StaleTender,
  type TenderIdentity,
  type TenderRecord,
} from './store.ts';
import { createTenderReader } from './tender-reader.ts';

type Tx = Transaction<Schema>;

/** The journal over a Kysely database; both engines run it. Locks and claims are unique indexes, so several servers may share one. */
export function createJournal({ db, keys, clock }: { db: Kysely<Schema>; keys: Keys; clock: Clock }): Journal {
  const read = createTenderReader({ db, keys });
  const mids = new Map<string, string>();
  const listeners = new Set<(tender: TenderRecord) => void>();

  function told(tender: TenderRecord): TenderRecord {
    for (const listener of listeners) listener(tender);
    return tender;
  }

  const codeHash = (identity: Pick<TenderIdentity, 'code'>) => keys.hash(`code:${identity.code}`);

  async function recallIn(tx: Tx | Kysely<Schema>, id: string, identity: TenderIdentity): Promise<Recalled> {
    const row = await tx
      .selectFrom('tender_state')
      .leftJoin('tender', 'tender.id', 'tender_state.tender_id')
      .select(['tender_state.shop', 'tender_state.state', 'code_hash', 'kind', 'requested', 'currency', 'sale_id'])
      .where('tender_state.tender_id', '=', id)
      .executeTakeFirst();
    if (!row) return { outcome: 'none' };
    if (row.state === 'cancelled') return { outcome: 'cancelled' };
    const asked = { code_hash: codeHash(identity), ...worthColumns(identity.requested), sale_id: identity.saleId, shop: identity.shop };
    const same = Object.entries(asked).every(([column, value]) => row[column as keyof typeof asked] === value);
    const tender = same ? await read.one(identity.shop, id) : null;
    return tender ? { outcome: 'same', tender } : { outcome: 'different' };
  }

  async function insert(tx: Tx, tender: NewTender, intent: DatedFact): Promise<boolean> {
    const { at } = intent;
    const ref_hash = read.refHash(tender.ref);
    const locked = await tx
      .insertInto('tender_state')
      .values({ tender_id: tender.id, shop: tender.shop, ref_hash, state: 'intent', changed_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (locked.numInsertedOrUpdatedRows !== 1n) return false;
    await tx
      .insertInto('tender')
      .values({
        id: tender.id,
        shop: tender.shop,
        device_id: tender.device.id,
        person_id: tender.person.id,
        sale_id: tender.saleId,
        code_hash: codeHash(tender),
        ref_hash,
        ref_sealed: keys.seal(tender.ref),
        last4: lastFour(tender.ref),
        ...worthColumns(tender.requested),
        return_info: tender.returnVouchersInfo ? 1 : 0,
        created_at: at,
      })
      .execute();
    await insertFact(tx, tender.id, intent);
    return true;
  }

  async function begin(tender: NewTender, snapshot: Parameters<Journal['begin']>[1]): Promise<Begun> {
    const intent: DatedFact = { at: clock.now(), fact: { kind: 'intent', snapshot } };
    const inserted = await db.transaction().execute((tx) => insert(tx, tender, intent));
    if (inserted) return { outcome: 'new', tender: told(firstRecord(tender, intent)) };
    const known = await recallIn(db, tender.id, tender);
    if (known.outcome !== 'none') return known;
    const holder = await read.holder(tender.shop, tender.ref);
    /* The lock was let go between the two reads: the voucher is free now, so the second try finds its place or a new holder. */
    return holder ? { outcome: 'voucher-open', holder } : begin(tender, snapshot);
  }

  /** Moves the state on from exactly where `tender` stands, then writes the fact; the caller's transaction makes the two one. */
  async function move(tx: Tx, tender: TenderRecord, dated: DatedFact): Promise<void> {
    const { state } = tender.standing;
    if (!mayFollow(state, dated.fact.kind)) throw new Error(`A tender that is ${state} cannot become ${dated.fact.kind}`);
    const moved = await tx
      .updateTable('tender_state')
      .set({ state: dated.fact.kind, changed_at: dated.at })
      .where('tender_id', '=', tender.id)
      .where('state', '=', state)
      .executeTakeFirst();
    if (moved.numUpdatedRows !== 1n) throw new StaleTender(`The tender is no longer ${state}`);
    await insertFact(tx, tender.id, dated);
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
    recall: (id, identity) => recallIn(db, id, identity),
    begin,
    async append(tender, fact: OtherFact) {
      const dated = { at: clock.now(), fact };
      await db.transaction().execute((tx) => move(tx, tender, dated));
      return told(grown(tender, dated));
    },
    async capture(tender, fact: CaptureFact) {
      const dated = { at: clock.now(), fact };
      const claimed = await db.transaction().execute(async (tx) => {
        const claim = await tx
          .insertInto('claim')
          .values({ shop: tender.shop, transaction_id: fact.captureId, tender_id: tender.id, at: dated.at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (claim.numInsertedOrUpdatedRows !== 1n) return false;
        await move(tx, tender, dated);
        return true;
      });
      return claimed ? told(grown(tender, dated)) : null;
    },
    async cancel(shop, id) {
      const written = await db
        .insertInto('tender_state')
        .values({ tender_id: id, shop, ref_hash: null, state: 'cancelled', changed_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (written.numInsertedOrUpdatedRows === 1n) return { outcome: 'cancelled' };
      const { state } = await db.selectFrom('tender_state').select('state').where('tender_id', '=', id).executeTakeFirstOrThrow();
      return state === 'cancelled' ? { outcome: 'cancelled' } : { outcome: 'started', state: tenderStateSchema.parse(state) };
    },
    read: read.one,
    latestOf: read.latestOf,
    open: (shop) => read.inStates(shop, OPEN_STATES),
    holder: read.holder,
    lastCapture: read.lastCapture,
    claimed: read.claimed,
    mid: midOf,
    async learnMid(shop, mid) {
      if ((await midOf(shop)) !== null) return;
      await db.updateTable('shop').set({ mid }).where('id', '=', shop).where('mid', 'is', null).execute();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function worthColumns(worth: Worth): { kind: 'money' | 'items'; requested: number; currency: string } {
  return { kind: isItems(worth) ? 'items' : 'money', requested: magnitude(worth), currency: isItems(worth) ? '' : worth.currency };
}

async function insertFact(tx: Tx, tenderId: string, { at, fact }: DatedFact): Promise<void> {
  const { kind, ...data } = fact;
  await tx
    .insertInto('fact')
    .values({ tender_id: tenderId, at, kind, data: JSON.stringify(data) })
    .execute();
}

/** What reading the tender back would give. */
function firstRecord(tender: NewTender, intent: DatedFact): TenderRecord {
  const { id, shop, saleId, ref, requested, returnVouchersInfo } = tender;
  const device = { id: tender.device.id, name: tender.device.name };
  const person = { id: tender.person.id, name: tender.person.name };
  const facts = [intent];
  const identity = { id, shop, device, person, saleId, ref, last4: lastFour(ref), requested, returnVouchersInfo };
  return { ...identity, createdAt: intent.at, facts, standing: fold(facts) };
}

function grown(tender: TenderRecord, dated: DatedFact): TenderRecord {
  const facts = [...tender.facts, dated];
  return { ...tender, facts, standing: fold(facts) };
}
