import type { Kysely } from 'kysely';
import { lastFour } from '../../contract/voucher.ts';
import type { Keys } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import type { Changes } from '../operation/changes.ts';
import type { Operations, Tx } from '../operation/operations.ts';
import { readFacts } from '../operation/read-facts.ts';
import type { Schema } from '../store/schema.ts';
import { type OrphanFact, orphanFactSchema } from './orphan-facts.ts';
import type { NewOrphan, OrphanJournal, OrphanRecord } from './orphan-store.ts';
import type { DatedFact } from './tender-facts.ts';

export interface OrphanJournalOptions {
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly changes: Changes;
}

/** The journal of orphans over a Kysely database; both engines run it. */
export function createOrphanJournal({ db, keys, clock, operations, changes }: OrphanJournalOptions): OrphanJournal {
  function told(orphan: OrphanRecord): OrphanRecord {
    changes.tell({ kind: 'orphan', id: orphan.id });
    return orphan;
  }

  async function insert(tx: Tx, { id, shop, row }: NewOrphan, first: DatedFact<OrphanFact>): Promise<void> {
    const { at } = first;
    const operation = { id, shop, kind: 'orphan', deviceId: null, lockHash: null, at } as const;
    if (!(await operations.insert(tx, operation, { state: 'found', open: true, version: 1 }))) throw new Error('An orphan’s id is taken');
    const claimed = await operations.claim(tx, { shop, transactionId: row.transactionId, operationId: id, at });
    if (!claimed) throw new Explained();
    await operations.write(tx, id, [first]);
  }

  const orphans = (shop: string) =>
    db.selectFrom('operation').select(['id', 'shop', 'created_at']).where('shop', '=', shop).where('kind', '=', 'orphan');

  async function toRecords(rows: readonly { id: string; shop: string; created_at: number }[]): Promise<OrphanRecord[]> {
    const factsOf = await readFacts(db, rows, orphanFactSchema);
    return rows.map(({ id, shop, created_at: createdAt }) => toRecord({ id, shop, createdAt }, factsOf(id)));
  }

  return {
    async began(shop) {
      const row = await db.selectFrom('shop').select('created_at').where('id', '=', shop).executeTakeFirstOrThrow();
      return row.created_at;
    },
    async found(orphan) {
      const { id, shop, row, ref } = orphan;
      const fact = { kind: 'found', row, refSealed: keys.seal(ref), last4: lastFour(ref) } as const;
      const first = { at: clock.now(), fact };
      try {
        await db.transaction().execute((tx) => insert(tx, orphan, first));
      } catch (error) {
        if (error instanceof Explained) return null;
        throw error;
      }
      return told(toRecord({ id, shop, createdAt: first.at }, [first]));
    },
    async close(orphan, by, note) {
      const { id, shop, createdAt, facts } = orphan;
      const dated = { at: clock.now(), fact: { kind: 'closed', by, note } } as const;
      /* Before it is written: one that is closed already stays as it is. */
      const closed = toRecord({ id, shop, createdAt }, [...facts, dated]);
      const place = { id, kind: 'orphan', version: facts.length } as const;
      await db.transaction().execute((tx) => operations.move(tx, place, { state: 'closed', open: false }, dated));
      return told(closed);
    },
    async read(shop, id) {
      const row = await orphans(shop).where('id', '=', id).executeTakeFirst();
      return row ? ((await toRecords([row]))[0] ?? null) : null;
    },
    async open(shop) {
      return toRecords(await orphans(shop).where('open', '=', 1).orderBy('created_at').execute());
    },
  };
}

/** @throws Error when the sequence is one that this program never writes */
function toRecord(identity: { id: string; shop: string; createdAt: number }, facts: readonly DatedFact<OrphanFact>[]): OrphanRecord {
  const [first, last, ...more] = facts;
  const fits = first?.fact.kind === 'found' && (last === undefined || last.fact.kind === 'closed') && more.length === 0;
  if (!fits || first.fact.kind !== 'found') throw new Error('An orphan is found once and closed once');
  const { row, last4 } = first.fact;
  return { ...identity, state: last ? 'closed' : 'found', row, last4, facts };
}

/** Another operation has the transaction: rolls the database back. */
class Explained extends Error {}
