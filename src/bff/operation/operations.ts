import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { deciderSchema } from '../base/decider.ts';
import type { Clock } from '../base/ports.ts';
import { claimListRow } from '../store/list-rows.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { OperationKind, Schema } from '../store/schema.ts';
import { CHANGES_CHANNEL } from '../store/servers.ts';
import type { AnyFact, DatedFact } from './facts.ts';
import type { Holder } from './journal-port.ts';
import { Stale } from './stale.ts';

export type Tx = Transaction<Schema>;

/** What every journal needs to write operations. */
export interface OperationsOptions {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  /** The server that looks after what is begun here. */
  readonly serverId: number;
  /** Tells other servers on the same database, as part of the transaction. */
  readonly announce: (tx: Tx, kind: OperationKind, id: string) => Promise<void>;
}

/** An operation as it is first written. */
export interface NewOperation {
  readonly id: string;
  readonly shop: string;
  readonly kind: OperationKind;
  readonly deviceId: string | null;
  readonly lockHash: string | null;
  readonly at: number;
}

/** Where an operation stood when somebody decided to change it. */
export interface Place {
  readonly id: string;
  readonly kind: OperationKind;
  /** How many facts it had. */
  readonly version: number;
}

/** The writing half that all journals share; the caller's transaction makes several steps one. */
export interface Operations {
  /** Takes the id and the lock; false when either is taken. The facts follow with {@link Operations.write}, once what they refer to is there. */
  insert(tx: Tx, operation: NewOperation, to: { state: string; open: boolean; version: number }): Promise<boolean>;
  /** The first facts of an operation that {@link Operations.insert} has just let in. */
  write(tx: Tx, operationId: string, facts: readonly DatedFact<AnyFact>[]): Promise<void>;
  /**
   * Appends a fact and moves the state on from exactly where it stood.
   * @throws Stale when somebody else was first
   */
  move(tx: Tx, place: Place, to: { state: string; open: boolean }, fact: DatedFact<AnyFact>): Promise<void>;
  /** Makes sure that an operation still stands there, and that nobody moves it on before the transaction ends; false when somebody has. */
  hold(tx: Tx, place: Place): Promise<boolean>;
  /** Claims a transaction of the issuer; false when another operation has it. */
  claim(tx: Tx, claim: { shop: string; transactionId: string; operationId: string; at: number }): Promise<boolean>;
  /** Gives an operation to this server to look after. */
  own(tx: Tx, id: string): Promise<void>;
  /** Who holds a lock. */
  holder(shop: string, lockHash: string): Promise<Holder | null>;
  /** As in the journal's port. */
  adopt(shop: string, kind: OperationKind, alive: ReadonlySet<number>): Promise<string[]>;
}

/**
 * An own operation that stands still for longer than any attempt takes may be one whose first write was confirmed too late: a connection to the database
 * that breaks during a commit leaves it open whether it was made.
 */
const FORGOTTEN_MS = 4 * 60_000;

export function createOperations({ db, clock, serverId, announce }: OperationsOptions): Operations {
  async function write(tx: Tx, operationId: string, facts: readonly DatedFact<AnyFact>[]): Promise<void> {
    const operation = tx.selectFrom('operation').select('kind').where('id', '=', operationId);
    const rows = facts.map(({ at, fact: { kind, ...data } }) => ({
      operation_id: operationId,
      at,
      kind,
      data: JSON.stringify(data),
      operation_kind: sql<OperationKind>`(${operation})`,
      person_id: askerOf(operationId),
      decider_id: deciderSchema.safeParse(data.by).data?.personId ?? null,
    }));
    await tx.insertInto('fact').values(rows).execute();
  }

  return {
    write,
    async insert(tx, { id, shop, kind, deviceId, lockHash, at }, { state, open, version }) {
      const row = {
        id,
        shop,
        kind,
        device_id: deviceId,
        lock_hash: lockHash,
        state,
        open: open ? 1 : 0,
        version,
        owner: serverId,
        created_at: at,
        changed_at: at,
      };
      const inserted = await tx
        .insertInto('operation')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
      await announce(tx, kind, id);
      return true;
    },
    async move(tx, { id, kind, version }, { state, open }, fact) {
      const moved = await tx
        .updateTable('operation')
        .set({ state, open: open ? 1 : 0, version: version + 1, changed_at: fact.at })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (moved.numUpdatedRows !== 1n) throw new Stale(`The ${kind} has moved on`);
      await write(tx, id, [fact]);
      await announce(tx, kind, id);
    },
    async hold(tx, { id, version }) {
      /* A write of what is there already, because that keeps others out on both engines. */
      const held = await tx
        .updateTable('operation')
        .set({ version })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      return held.numUpdatedRows === 1n;
    },
    async claim(tx, { shop, transactionId, operationId, at }) {
      const claim = await tx
        .insertInto('claim')
        .values({ shop, transaction_id: transactionId, operation_id: operationId, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (claim.numInsertedOrUpdatedRows !== 1n) return false;
      await claimListRow(tx, shop, transactionId, operationId);
      return true;
    },
    async own(tx, id) {
      await tx.updateTable('operation').set({ owner: serverId }).where('id', '=', id).execute();
    },
    holder: (shop, lockHash) => holderOf(db, shop, lockHash),
    adopt: (shop, kind, alive) => adopt({ db, clock, serverId }, { shop, kind }, alive),
  };
}

async function holderOf(db: Kysely<Schema>, shop: string, lockHash: string): Promise<Holder | null> {
  const row = await db
    .selectFrom('operation')
    .innerJoin('device', 'device.id', 'operation.device_id')
    .select(['operation.id', 'operation.kind', 'device.id as device_id', 'device.name', 'operation.created_at'])
    .where('operation.shop', '=', shop)
    .where('operation.lock_hash', '=', lockHash)
    .where('operation.open', '=', 1)
    .executeTakeFirst();
  return row ? { operationId: row.id, kind: row.kind, deviceId: row.device_id, device: row.name, since: row.created_at } : null;
}

/** Takes what servers that are gone have left open, and finds what this one seems to have forgotten; ids, the oldest first. */
async function adopt(
  { db, clock, serverId }: Pick<OperationsOptions, 'db' | 'clock' | 'serverId'>,
  { shop, kind }: { readonly shop: string; readonly kind: OperationKind },
  alive: ReadonlySet<number>,
): Promise<string[]> {
  const open = db.selectFrom('operation').select(['id', 'owner', 'changed_at']).where('shop', '=', shop).where('kind', '=', kind);
  const rows = await open.where('open', '=', 1).orderBy('created_at').execute();
  const adopted: string[] = [];
  for (const { id, owner, changed_at } of rows) {
    if (owner === serverId && changed_at < clock.now() - FORGOTTEN_MS) adopted.push(id);
    if (owner === serverId || (owner !== null && alive.has(owner))) continue;
    const taken = await db
      .updateTable('operation')
      .set({ owner: serverId })
      .where('id', '=', id)
      .where('owner', 'is not distinct from', owner)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 1n) adopted.push(id);
  }
  return adopted;
}

/** Whoever asked for an operation, by the table that keeps it. */
function askerOf(id: string): RawBuilder<string | null> {
  const tables = (['refund', 'tender', 'activation', 'issue'] as const).map(
    (table) => sql`(select person_id from ${sql.table(table)} where id = ${id})`,
  );
  return sql`coalesce(${sql.join(tables)})`;
}

/** Tells nobody: an embedded database has one server. */
export function tellNobody(): Promise<void> {
  return Promise.resolve();
}

/** Tells the other servers of one PostgreSQL database, when the transaction is committed; on SQLite there are none. */
export function announcer(db: Kysely<Schema>, serverId: number): OperationsOptions['announce'] {
  if (!isPostgres(db)) return tellNobody;
  return async (tx, kind, id) => {
    await sql`select pg_notify(${CHANGES_CHANNEL}, ${`${serverId} ${kind} ${id}`})`.execute(tx);
  };
}
