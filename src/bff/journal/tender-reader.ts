import type { Kysely } from 'kysely';
import type { TenderState } from '../../contract/tender.ts';
import { refIdentity } from '../../contract/voucher.ts';
import type { Keys } from '../base/keys.ts';
import { originIn, readFacts } from '../operation/read-facts.ts';
import type { Schema } from '../store/schema.ts';
import { foldTender, tenderFactSchema } from './tender-facts.ts';
import type { Holder, TenderRecord } from './tender-store.ts';

const CAPTURED: readonly TenderState[] = ['captured', 'captured_partial', 'attached'];

/** The journal's questions; the writing half is in tender-journal.ts. */
export function createTenderReader({ db, keys }: { db: Kysely<Schema>; keys: Keys }) {
  const refHash = (ref: string) => keys.hash(`ref:${refIdentity(ref)}`);

  const tenders = () =>
    db
      .selectFrom('tender')
      .innerJoin('operation', 'operation.id', 'tender.id')
      .innerJoin('device', 'device.id', 'tender.device_id')
      .innerJoin('person', 'person.id', 'tender.person_id')
      .select([
        'tender.id',
        'tender.shop',
        'tender.device_id',
        'device.name as device_name',
        'person_id',
        'person.name as person_name',
        'sale_id',
        'ref_sealed',
        'last4',
        'tender.kind',
        'requested',
        'currency',
        'return_info',
        'tender.created_at',
      ]);

  type Row = Awaited<ReturnType<ReturnType<typeof tenders>['execute']>>[number];

  async function withFacts(rows: readonly Row[]): Promise<TenderRecord[]> {
    const factsOf = await readFacts(db, rows, tenderFactSchema);
    return rows.map((row) => {
      const facts = factsOf(row.id);
      return {
        ...originIn(row),
        saleId: row.sale_id,
        ref: keys.open(row.ref_sealed),
        last4: row.last4,
        requested: row.kind === 'items' ? { items: row.requested } : { amount: row.requested, currency: row.currency },
        returnVouchersInfo: row.return_info === 1,
        facts,
        standing: foldTender(facts),
      };
    });
  }

  return {
    refHash,

    async one(shop: string, id: string): Promise<TenderRecord | null> {
      const row = await tenders().where('tender.id', '=', id).where('tender.shop', '=', shop).executeTakeFirst();
      return row ? ((await withFacts([row]))[0] ?? null) : null;
    },

    async latestOf(shop: string, personId: string, count: number): Promise<TenderRecord[]> {
      return withFacts(
        await tenders()
          .where('tender.shop', '=', shop)
          .where('person_id', '=', personId)
          .orderBy('tender.created_at', 'desc')
          .limit(count)
          .execute(),
      );
    },

    async inStates(shop: string, states: readonly TenderState[], since = 0): Promise<TenderRecord[]> {
      const rows = await tenders()
        .where('operation.shop', '=', shop)
        .where('operation.kind', '=', 'tender')
        .where('operation.state', 'in', states)
        .where('operation.changed_at', '>=', since)
        .orderBy('tender.created_at')
        .execute();
      return withFacts(rows);
    },

    async holder(shop: string, ref: string): Promise<Holder | null> {
      const row = await db
        .selectFrom('operation')
        .innerJoin('device', 'device.id', 'operation.device_id')
        .select(['operation.id', 'operation.kind', 'device.id as device_id', 'device.name', 'operation.created_at'])
        .where('operation.shop', '=', shop)
        .where('operation.lock_hash', '=', refHash(ref))
        .where('operation.open', '=', 1)
        .executeTakeFirst();
      return row ? { operationId: row.id, kind: row.kind, deviceId: row.device_id, device: row.name, since: row.created_at } : null;
    },

    async lastCapture(shop: string, ref: string): Promise<TenderRecord | null> {
      const row = await tenders()
        .where('tender.shop', '=', shop)
        .where('tender.ref_hash', '=', refHash(ref))
        .where('operation.state', 'in', CAPTURED)
        .orderBy('tender.created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? ((await withFacts([row]))[0] ?? null) : null;
    },

    async claimed(shop: string, transactionIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (transactionIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('claim')
        .select('transaction_id')
        .where('shop', '=', shop)
        .where('transaction_id', 'in', transactionIds)
        .execute();
      return new Set(rows.map(({ transaction_id }) => transaction_id));
    },
  };
}
