import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { type Prepared, prepared } from '../../platform/store/prepared.ts';
import type { ChangedKind, OperationKind, Schema } from '../../platform/store/schema.ts';
import { CHANGES_CHANNEL } from '../../platform/store/servers.ts';

/**
 * A condition as literal SQL. SQLite uses the partial index of open operations only if the literal
 * is visible in the query.
 */
export const IS_OPEN = sql.lit(1);

interface OperationValues {
  readonly id: string;
  readonly shop: Scope;
  readonly kind: OperationKind;
  readonly deviceId: string | null;
  readonly lockHash: string | null;
  readonly state: string;
  readonly open: number;
  readonly version: number;
  readonly owner: number;
  readonly at: number;
  readonly news: string;
}

export interface FactsOf {
  readonly shop: Scope;
  readonly operationId: string;
  readonly operationKind: OperationKind;
  /** The person who requested the operation; null if no person did. */
  readonly personId: string | null;
}

interface FactValues {
  readonly at: number;
  readonly kind: string;
  readonly data: string;
  readonly deciderId: string | null;
}

/** Returns the text that notifies other servers of a change: the server and the changed object. */
export function changeTextOf(serverId: number, kind: ChangedKind, id: string): string {
  return `${serverId} ${kind} ${id}`;
}

/**
 * Notifies the other servers of one PostgreSQL database when the transaction is committed. It is
 * part of another statement, so it takes no extra time.
 */
export function notifyStatement(news: string): RawBuilder<unknown> {
  return sql`pg_notify(${CHANGES_CHANNEL}, ${news})`;
}

/**
 * Builds the statements that every operation needs, each once.
 * @param isShared true if there may be other servers, which are notified of changes
 */
export function createStatements(isShared: boolean) {
  const writersOfFacts = new Map<number, Prepared<Record<string, unknown>, unknown>>();
  const writerOf = (count: number) => {
    const existing = writersOfFacts.get(count) ?? prepareFacts(count);
    writersOfFacts.set(count, existing);
    return existing;
  };
  return {
    insert: prepared((db, to: OperationValues) =>
      db
        .insertInto('operation')
        .values({
          id: to.id,
          shop: to.shop,
          kind: to.kind,
          device_id: to.deviceId,
          lock_hash: to.lockHash,
          state: to.state,
          open: to.open,
          version: to.version,
          owner: to.owner,
          created_at: to.at,
          changed_at: to.at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .$if(isShared, (inserted) => inserted.returning(notifyStatement(to.news).as('told'))),
    ),
    move: prepared(
      (db, to: { id: string; version: number; state: string; open: number; next: number; at: number; news: string }) =>
        db
          .updateTable('operation')
          .set({ state: to.state, open: to.open, version: to.next, changed_at: to.at })
          .where('id', '=', to.id)
          .where('version', '=', to.version)
          .$if(isShared, (moved) => moved.returning(notifyStatement(to.news).as('told'))),
    ),
    claim: prepared((db, to: { shop: Scope; transactionId: string; operationId: string; at: number }) =>
      db
        .insertInto('claim')
        .values({ shop: to.shop, transaction_id: to.transactionId, operation_id: to.operationId, at: to.at })
        .onConflict((conflict) => conflict.doNothing()),
    ),
    holder: prepared((db, of: { shop: Scope; lockHash: string }) =>
      db
        .selectFrom('operation')
        .innerJoin('device', 'device.id', 'operation.device_id')
        .select(['operation.id', 'operation.kind', 'device.id as device_id', 'device.name', 'operation.created_at'])
        .where('operation.shop', '=', of.shop)
        .where('operation.lock_hash', '=', of.lockHash)
        .where('operation.open', '=', IS_OPEN),
    ),
    /** Writes the facts of one operation, in order, in one statement. */
    async writeFacts(db: Kysely<Schema>, of: FactsOf, facts: readonly FactValues[]): Promise<void> {
      const values = facts.flatMap((fact, index) =>
        Object.entries(fact).map(([name, value]) => [`${name}${index}`, value] as const),
      );
      await writerOf(facts.length)(db, { ...of, ...Object.fromEntries(values) });
    },
  };
}

function prepareFacts(count: number): Prepared<Record<string, unknown>, unknown> {
  return prepared((db, values: Record<string, unknown>) => {
    const { shop, operationId, operationKind, personId } = values as Record<string, string>;
    const rows = Array.from({ length: count }, (_, index) => ({
      shop: shop as Scope,
      operation_id: operationId as string,
      at: values[`at${index}`] as number,
      kind: values[`kind${index}`] as string,
      data: values[`data${index}`] as string,
      operation_kind: operationKind as OperationKind,
      person_id: personId as string | null,
      decider_id: values[`deciderId${index}`] as string | null,
    }));
    return db.insertInto('fact').values(rows);
  });
}
