import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { accountOf } from '../../platform/store/in-account.ts';
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

interface MoveValues {
  readonly id: string;
  readonly version: number;
  readonly state: string;
  readonly open: number;
  readonly next: number;
  readonly at: number;
  readonly news: string;
}

interface ClaimValues {
  readonly shop: Scope;
  readonly transactionId: string;
  readonly operationId: string;
  readonly at: number;
}

interface ClaimAndMoveValues extends ClaimValues, MoveValues, FactsOf, Omit<FactValues, 'kind'> {
  readonly factKind: string;
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
    insert: prepareInsert(isShared),
    move: prepared((db, to: MoveValues) =>
      updateState(db, to).$if(isShared, (moved) => moved.returning(notifyStatement(to.news).as('notified'))),
    ),
    claim: prepared(insertClaim),
    claimAndMove: prepareClaimAndMove(),
    holder: prepared((db, of: { shop: Scope; lockHash: string }) =>
      db
        .selectFrom('operation')
        .innerJoin('device', 'device.id', 'operation.device_id')
        .innerJoin('shop', 'shop.id', 'operation.shop')
        .select(['operation.id', 'operation.kind', 'device.id as device_id', 'device.name', 'operation.created_at'])
        .select(['operation.shop', 'shop.name as shopName'])
        .where('operation.account', '=', accountOf(of.shop))
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

/**
 * On PostgreSQL, a taken id or voucher is an error of a later statement, so that this statement can
 * be sent together with that one.
 */
function prepareInsert(isShared: boolean) {
  const insert = (db: Kysely<Schema>, to: OperationValues) =>
    db.insertInto('operation').values({
      id: to.id,
      shop: to.shop,
      kind: to.kind,
      device_id: to.deviceId,
      lock_hash: to.lockHash,
      state: to.state,
      open: to.open,
      version: to.version,
      owner: to.owner,
      account: accountOf(to.shop),
      created_at: to.at,
      changed_at: to.at,
    });
  return isShared
    ? prepared((db, to: OperationValues) => insert(db, to).returning(notifyStatement(to.news).as('notified')), {
        isResultUnused: true,
      })
    : prepared((db, to: OperationValues) => insert(db, to).onConflict((conflict) => conflict.doNothing()));
}

const updateState = (db: Kysely<Schema>, to: MoveValues) =>
  db
    .updateTable('operation')
    .set({ state: to.state, open: to.open, version: to.next, changed_at: to.at })
    .where('id', '=', to.id)
    .where('version', '=', to.version);

const insertClaim = (db: Kysely<Schema>, to: ClaimValues) =>
  db
    .insertInto('claim')
    .values({
      shop: to.shop,
      transaction_id: to.transactionId,
      operation_id: to.operationId,
      at: to.at,
      account: accountOf(to.shop),
    })
    .onConflict((conflict) => conflict.doNothing());

/**
 * Claims a transaction, and only then moves the operation and writes its fact, in one statement of
 * PostgreSQL.
 */
function prepareClaimAndMove() {
  return prepared((db, to: ClaimAndMoveValues) =>
    db
      .with('claimed', (part) => insertClaim(part as Kysely<Schema>, to).returning('operation_id'))
      .with('moved', (part) =>
        updateState(part as unknown as Kysely<Schema>, to)
          .where(({ exists }) => exists(sql`(select from claimed)`))
          .returning(['id', notifyStatement(to.news).as('notified')]),
      )
      .with('written', (part) =>
        part
          .insertInto('fact')
          .columns(['shop', 'operation_id', 'at', 'kind', 'data', 'operation_kind', 'person_id', 'decider_id'])
          .expression(
            part
              .selectFrom('moved')
              .select([
                sql<Scope>`${to.shop}`.as('shop'),
                'moved.id',
                sql<number>`${to.at}`.as('at'),
                sql<string>`${to.factKind}`.as('kind'),
                sql<string>`${to.data}`.as('data'),
                sql<OperationKind>`${to.operationKind}`.as('operation_kind'),
                sql<string | null>`${to.personId}`.as('person_id'),
                sql<string | null>`${to.deciderId}`.as('decider_id'),
              ]),
          ),
      )
      .selectNoFrom([
        sql<boolean>`exists (select from claimed)`.as('isClaimed'),
        sql<boolean>`exists (select from moved)`.as('isMoved'),
      ]),
  );
}

function prepareFacts(count: number): Prepared<Record<string, unknown>, unknown> {
  const insert = (db: Kysely<Schema>, values: Record<string, unknown>) => {
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
  };
  return prepared(insert, { isResultUnused: true });
}
