import type { Transaction } from 'kysely';
import type { News } from '../../../contract/platform/news.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { deciderSchema } from '../../platform/base/decider.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { nameWithShop } from '../../platform/store/in-account.ts';
import { createClaimListRow } from '../../platform/store/list-rows.ts';
import { isPostgres } from '../../platform/store/migrations/dialect.ts';
import { isDuplicate } from '../../platform/store/postgres-errors.ts';
import type { OperationKind, Schema } from '../../platform/store/schema.ts';
import type { AnyFact, DatedFact } from './facts.ts';
import type { Holder } from './journal-port.ts';
import { ABANDONED_AFTER_MS } from './limits.ts';
import { Stale } from './stale.ts';
import { changeTextOf, createStatements, IS_OPEN } from './statements.ts';

export type Tx = Transaction<Schema>;

/** Notifies others of the state of operations, in the transaction that writes it. */
export interface OperationNews {
  /**
   * True if there may be a subscriber. It is checked first, so that shops without subscribers pay
   * nothing.
   */
  wanted(): boolean;
  moved(
    tx: Tx,
    operation: { readonly id: string; readonly kind: OperationKind; readonly state: string },
  ): Promise<void>;
  /** Publishes other news. @param data ids and words, never a ref */
  publish(tx: Tx, shop: Scope, news: News, data: Readonly<Record<string, string>>): Promise<void>;
}

/** Publishes nothing, for a server without webhooks. */
export const NO_NEWS: OperationNews = {
  wanted: () => false,
  moved: () => Promise.resolve(),
  publish: () => Promise.resolve(),
};

/** The dependencies of every journal for writing operations. */
export interface OperationsOptions extends Pick<Ports, 'db' | 'clock'> {
  readonly serverId: number;
  readonly outbox?: OperationNews | undefined;
}

export interface NewOperation {
  readonly id: string;
  readonly shop: Scope;
  readonly kind: OperationKind;
  readonly deviceId: string | null;
  readonly lockHash: string | null;
  readonly at: number;
}

/** The version of an operation at the time of a decision to change it. */
export interface OperationTarget {
  readonly id: string;
  readonly shop: Scope;
  readonly kind: OperationKind;
  /** The person who requested it; null for an orphan. */
  readonly personId: string | null;
  readonly version: number;
}

/** Writes operations for all journals. The caller's transaction makes several steps atomic. */
export interface Operations {
  /**
   * Takes the id and the lock; returns false if either is taken. On PostgreSQL, the transaction may
   * fail later instead, see {@link falseOnConflict}. The facts follow with
   * {@link Operations.write}, once the rows that they refer to exist.
   */
  insert(tx: Tx, operation: NewOperation, to: { state: string; open: boolean; version: number }): Promise<boolean>;
  /** Writes the first facts of an operation that {@link Operations.insert} just added. */
  write(tx: Tx, target: Omit<OperationTarget, 'version'>, facts: readonly DatedFact<AnyFact>[]): Promise<void>;
  /**
   * Appends a fact and updates the state, if the operation has not changed.
   * @throws Stale if another caller was first
   */
  move(tx: Tx, target: OperationTarget, to: { state: string; open: boolean }, fact: DatedFact<AnyFact>): Promise<void>;
  /**
   * Locks an unchanged operation; returns false if it has changed. It cannot change before the
   * transaction ends.
   */
  hold(tx: Tx, target: OperationTarget): Promise<boolean>;
  /** Claims a transaction of the issuer; returns false if the account has another claim on it. */
  claim(
    tx: Tx,
    claim: { shop: Scope; transactionId: string; operationId: string; personId: string | null; at: number },
  ): Promise<boolean>;
  /**
   * Claims a transaction of the issuer and moves the operation that it belongs to. Returns false,
   * and changes nothing, if another operation has claimed it.
   * @throws Stale if another caller was first
   */
  claimAndMove(
    tx: Tx,
    transactionId: string,
    target: OperationTarget,
    to: { state: string; open: boolean },
    fact: DatedFact<AnyFact>,
  ): Promise<boolean>;
  takeResponsibility(tx: Tx, id: string): Promise<void>;
  /**
   * True if this server is responsible for an operation. An operation of another server may have
   * been sent.
   */
  isOwn(id: string): Promise<boolean>;
  /** The open operation on a voucher in any shop of the account. */
  holder(shop: Scope, lockHash: string): Promise<Holder | null>;
  /** As in the journal's port. */
  adopt(shop: Scope, kind: OperationKind, alive: ReadonlySet<number>): Promise<string[]>;
}

export function createOperations({ db, clock, serverId, outbox }: OperationsOptions): Operations {
  const isShared = isPostgres(db);
  const statements = createStatements(isShared);
  const claimListRow = createClaimListRow();

  async function write(
    tx: Tx,
    { id, shop, kind: operationKind, personId }: Omit<OperationTarget, 'version'>,
    facts: readonly DatedFact<AnyFact>[],
  ): Promise<void> {
    await statements.writeFacts(tx, { operationId: id, shop, operationKind, personId }, facts.map(factColumns));
  }

  const moveValues = ({ id, kind, version }: OperationTarget, to: { state: string; open: boolean }, at: number) => ({
    id,
    version,
    state: to.state,
    open: to.open ? 1 : 0,
    next: version + 1,
    at,
    news: changeTextOf(serverId, kind, id),
  });

  async function move(
    tx: Tx,
    target: OperationTarget,
    to: { state: string; open: boolean },
    fact: DatedFact<AnyFact>,
  ): Promise<void> {
    const { numAffectedRows } = await statements.move(tx, moveValues(target, to, fact.at));
    if (numAffectedRows !== 1n) throw movedOn(target);
    await write(tx, target, [fact]);
    if (outbox?.wanted()) await outbox.moved(tx, { id: target.id, kind: target.kind, state: to.state });
  }

  async function claim(
    tx: Tx,
    { shop, transactionId, operationId, personId, at }: Parameters<Operations['claim']>[1],
  ): Promise<boolean> {
    const { numAffectedRows } = await statements.claim(tx, { shop, transactionId, operationId, at });
    if (numAffectedRows !== 1n) return false;
    await claimListRow(tx, { shop, id: transactionId, personId });
    return true;
  }

  return {
    write,
    move,
    claim,
    async insert(tx, { id, shop, kind, deviceId, lockHash, at }, { state, open, version }) {
      const to = { state, open: open ? 1 : 0, version, owner: serverId, news: changeTextOf(serverId, kind, id) };
      const { numAffectedRows } = await statements.insert(tx, { id, shop, kind, deviceId, lockHash, at, ...to });
      if (numAffectedRows === 0n) return false;
      if (outbox?.wanted()) await outbox.moved(tx, { id, kind, state });
      return true;
    },
    async claimAndMove(tx, transactionId, target, to, fact) {
      const { id, shop, kind, personId } = target;
      if (!isShared) {
        if (!(await claim(tx, { shop, transactionId, operationId: id, personId, at: fact.at }))) return false;
        await move(tx, target, to, fact);
        return true;
      }
      const { kind: factKind, ...columns } = factColumns(fact);
      const of = { shop, transactionId, operationId: id, operationKind: kind, personId };
      const values = { ...moveValues(target, to, fact.at), ...columns, ...of, factKind };
      const [made] = (await statements.claimAndMove(tx, values)).rows;
      if (!made?.isClaimed) return false;
      if (!made.isMoved) throw movedOn(target);
      await claimListRow(tx, { shop, id: transactionId, personId });
      if (outbox?.wanted()) await outbox.moved(tx, { id, kind, state: to.state });
      return true;
    },
    async hold(tx, { id, version }) {
      /* Writing an existing value locks the row on both engines. */
      const held = await tx
        .updateTable('operation')
        .set({ version })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      return held.numUpdatedRows === 1n;
    },
    async takeResponsibility(tx, id) {
      await tx.updateTable('operation').set({ owner: serverId }).where('id', '=', id).execute();
    },
    async isOwn(id) {
      const row = await db.selectFrom('operation').select('owner').where('id', '=', id).executeTakeFirst();
      return row?.owner === serverId;
    },
    async holder(shop, lockHash) {
      const [row] = (await statements.holder(db, { shop, lockHash })).rows;
      if (!row) return null;
      const device = nameWithShop(row.name, row.shop === shop ? null : row.shopName);
      const { id: operationId, kind, device_id: deviceId, created_at: since } = row;
      return { operationId, shop: row.shop, kind, deviceId, device, since };
    },
    adopt: (shop, kind, alive) => adopt({ db, clock, serverId }, { shop, kind }, alive),
  };
}

/**
 * Awaits a transaction that inserts an operation.
 * @returns false if its id or its voucher is taken
 */
export async function falseOnConflict(inserting: Promise<boolean>): Promise<boolean> {
  try {
    return await inserting;
  } catch (error) {
    if (isDuplicate(error, 'operation')) return false;
    throw error;
  }
}

const movedOn = ({ kind }: OperationTarget) => new Stale(`The ${kind} has changed in the meantime`);

function factColumns({ at, fact: { kind, ...data } }: DatedFact<AnyFact>) {
  const deciderId = data.by === undefined ? null : (deciderSchema.safeParse(data.by).data?.personId ?? null);
  return { at, kind, data: JSON.stringify(data), deciderId };
}

/**
 * Takes over the open operations of servers that are gone, and finds those that this server forgot.
 * @returns ids, oldest first
 */
async function adopt(
  { db, clock, serverId }: Pick<OperationsOptions, 'db' | 'clock' | 'serverId'>,
  { shop, kind }: { readonly shop: Scope; readonly kind: OperationKind },
  alive: ReadonlySet<number>,
): Promise<string[]> {
  const open = db
    .selectFrom('operation')
    .select(['id', 'owner', 'changed_at'])
    .where('shop', '=', shop)
    .where('kind', '=', kind);
  const rows = await open.where('open', '=', IS_OPEN).orderBy('created_at').execute();
  const adopted: string[] = [];
  for (const { id, owner, changed_at } of rows) {
    if (owner === serverId && changed_at < clock.now() - ABANDONED_AFTER_MS) adopted.push(id);
    if (owner === serverId || (owner !== null && alive.has(owner))) continue;
    const adoption = await db
      .updateTable('operation')
      .set({ owner: serverId })
      .where('id', '=', id)
      .where('owner', 'is not distinct from', owner)
      .executeTakeFirst();
    if (adoption.numUpdatedRows === 1n) adopted.push(id);
  }
  return adopted;
}
