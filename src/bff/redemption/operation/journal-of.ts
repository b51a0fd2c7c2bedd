import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import { exclusively, type Subject } from '../../platform/store/exclusively.ts';
import { inShopByTime } from '../../platform/store/in-shop.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { OperationKind, Schema } from '../../platform/store/schema.ts';
import { type Changes, createChangesMade } from './changes.ts';
import type { AnyFact, DatedFact } from './facts.ts';
import type {
  AnyStatus,
  IdLookupResult,
  OperationJournal,
  OperationPage,
  PagedJournal,
  Recorded,
  Requester,
  StartResult,
} from './journal-port.ts';
import { RECORDS_AT_ONCE } from './limits.ts';
import { falseOnConflict, type Operations, type OperationTarget, type Tx } from './operations.ts';
import { readFacts } from './read-facts.ts';

export interface JournalDeps extends Pick<Ports, 'db' | 'clock'> {
  readonly operations: Operations;
  readonly changes: Changes;
}

/**
 * The tables with the details of each kind of operation. An orphan has no table: its facts contain
 * everything.
 */
export type KindTable = (OperationKind & keyof Schema) | 'operation';

export interface OperationRow {
  readonly id: string;
  readonly shop: Scope;
  readonly created_at: number;
}

/**
 * The query of a kind, with the methods that the kernel calls to filter it. It joins `operation`,
 * and `person` if the kind has a requester.
 */
export interface Rows<Row> {
  where(condition: Expression<SqlBool>): Rows<Row>;
  orderBy(column: Expression<number | string>, direction: 'asc' | 'desc'): Rows<Row>;
  limit(count: number): Rows<Row>;
  execute(): Promise<Row[]>;
}

export interface OperationKindOf<
  R extends Recorded<F, S>,
  F extends AnyFact,
  S extends AnyStatus,
  Row extends OperationRow,
  Asked,
> {
  readonly name: OperationKind;
  readonly table: KindTable;
  readonly schema: z.ZodMiniType<F>;
  /** @throws Error if the sequence is one that this program never writes */
  readonly fold: (facts: readonly DatedFact<F>[]) => S;
  /** @throws Error if the fact cannot follow */
  readonly step: (status: S, next: DatedFact<F>) => S;
  readonly isOpen: (state: S['state']) => boolean;
  /** All operations, with the columns that {@link OperationKindOf.record} needs. */
  readonly rows: () => Rows<Row>;
  readonly record: (row: Row, recorded: Recorded<F, S>) => R | Promise<R>;
  readonly isSame: (record: R, request: Asked, row: Row) => boolean;
  /** Writes what a fact changes in other tables, in the same transaction. */
  readonly moved?: (tx: Tx, record: R, next: S) => Promise<void>;
}

export interface FirstWrite<R, F extends AnyFact, S extends AnyStatus, Asked> {
  readonly id: string;
  readonly shop: Scope;
  /** Null if no device requested it. */
  readonly deviceId: string | null;
  /** Hash of the voucher that is locked while the operation is open; null for none. */
  readonly lockHash: string | null;
  readonly request: Asked;
  readonly facts: readonly [F, ...F[]];
  /** Writes the kind's own rows; an error in it undoes everything. */
  readonly insert: (tx: Tx, at: number) => Promise<void>;
  /** Returns the same record as reading it back. */
  readonly record: (recorded: Recorded<F, S>) => R;
  /** Subject that is locked against other transactions until this one ends. */
  readonly alone?: Subject;
}

/** Writes that belong into the same transaction as a fact. An error in them undoes everything. */
export interface SameTransaction<S> {
  readonly before?: (tx: Tx) => Promise<void>;
  readonly after?: (tx: Tx, next: S) => Promise<void>;
  /** Subject that is locked against other transactions until this one ends. */
  readonly alone?: Subject;
}

/** The port of a kind, plus the functions that its own journal is built with. */
export interface Kernel<
  R extends Recorded<F, S>,
  F extends AnyFact,
  S extends AnyStatus,
  Row,
  Asked extends { readonly shop: Scope },
> extends OperationJournal<R, F, Asked>,
    PagedJournal<R> {
  /**
   * Takes the id and the lock and writes the first facts, all or nothing. A returned new operation
   * is on the disk.
   */
  begin(start: FirstWrite<R, F, S, Asked>): Promise<StartResult<R>>;
  /** Appends a fact and makes the writes of `together`, all or nothing. */
  append(record: R, fact: F, together?: SameTransaction<S>): Promise<R>;
  /**
   * Claims a transaction of the issuer and appends its fact, both or neither.
   * @returns null if another operation has claimed it
   * @throws as {@link OperationJournal.append}
   */
  claim(record: R, fact: F, transactionId: string, together?: SameTransaction<S>): Promise<R | null>;
  records(rows: readonly Row[]): Promise<R[]>;
}

const column = expressionBuilder<Schema, KindTable | 'operation' | 'person'>();

function readerOf<R extends Recorded<F, S>, F extends AnyFact, S extends AnyStatus, Row extends OperationRow, Asked>(
  db: Kysely<Schema>,
  kind: OperationKindOf<R, F, S, Row, Asked>,
) {
  const { name, table } = kind;
  const kindAndState = prepared((from, of: { id: string }) =>
    from.selectFrom('operation').select(['kind', 'state']).where('id', '=', of.id),
  );
  const oldestFirst = column.ref(`${table}.created_at`);

  async function records(rows: readonly Row[]): Promise<R[]> {
    const factsOf = await readFacts(db, rows, kind.schema);
    const read = async (row: Row) => {
      const facts = factsOf(row.id);
      return kind.record(row, {
        id: row.id,
        shop: row.shop,
        createdAt: row.created_at,
        facts,
        status: kind.fold(facts),
      });
    };
    return Promise.all(rows.map(read));
  }

  async function one(shop: Scope, id: string): Promise<{ row: Row; record: R } | null> {
    const rowOfId = kind.rows().where(column(`${table}.id`, '=', id));
    const [row] = await rowOfId.where(column(`${table}.shop`, '=', shop)).execute();
    const [record] = await records(row ? [row] : []);
    return row && record ? { row, record } : null;
  }

  return {
    records,
    read: async (shop: Scope, id: string) => (await one(shop, id))?.record ?? null,
    async recall(id: string, shop: Scope, request: Asked): Promise<IdLookupResult<R>> {
      const [known] = (await kindAndState(db, { id })).rows;
      if (!known) return { outcome: 'none' };
      if (known.kind === name && known.state === 'cancelled') return { outcome: 'cancelled' };
      const found = await one(shop, id);
      return found && kind.isSame(found.record, request, found.row)
        ? { outcome: 'same', record: found.record }
        : { outcome: 'different' };
    },
    async latestOf(shop: Scope, personId: string | null, count: number) {
      const all = kind.rows().where(column(`${table}.shop`, '=', shop));
      const ofPerson = personId === null ? all : all.where(column('person.id', '=', personId));
      return records(await ofPerson.orderBy(oldestFirst, 'desc').limit(count).execute());
    },
    async pageOf(shop: Scope, { from, to, after, count }: OperationPage) {
      const [at, id] = [column.ref(`${table}.created_at`), column.ref(`${table}.id`)];
      const inPeriod = kind
        .rows()
        .where(inShopByTime(db, `${table}.shop`, shop))
        .where(column(at, '>=', Math.max(from, after?.at ?? from)))
        .where(column(at, '<', to));
      const rest =
        after === null ? inPeriod : inPeriod.where(column.or([column(at, '>', after.at), column(id, '>', after.id)]));
      const rows = await rest.orderBy(at, 'asc').orderBy(id, 'asc').limit(count).execute();
      const read: R[] = [];
      for (let start = 0; start < rows.length; start += RECORDS_AT_ONCE)
        read.push(...(await records(rows.slice(start, start + RECORDS_AT_ONCE))));
      return read;
    },
    async inStates(shop: Scope, states: readonly string[], since = 0) {
      const ofKind = kind
        .rows()
        .where(column('operation.shop', '=', shop))
        .where(column('operation.kind', '=', name));
      const ofKindOrAll = ofKind
        .where(column('operation.state', 'in', states))
        .where(column('operation.changed_at', '>=', since));
      return records(await ofKindOrAll.orderBy(oldestFirst, 'asc').execute());
    },
  };
}

/**
 * Creates the journal of one kind in a Kysely database, for both engines. Locks and claims are
 * unique indexes, so several servers may share one database.
 */
export function journalOf<
  R extends Recorded<F, S>,
  F extends AnyFact,
  S extends AnyStatus,
  Row extends OperationRow,
  Asked extends { readonly shop: Scope },
>(deps: JournalDeps, kind: OperationKindOf<R, F, S, Row, Asked>): Kernel<R, F, S, Row, Asked> {
  const { db, clock, operations } = deps;
  const { name } = kind;
  const reader = readerOf(db, kind);
  const recall = (id: string, request: Asked) => reader.recall(id, request.shop, request);
  const news = createChangesMade<R>(deps.changes, name, ({ status }) => kind.isOpen(status.state));

  const transaction = <T>(alone: Subject | undefined, work: (tx: Tx) => Promise<T>): Promise<T> =>
    alone === undefined ? db.transaction().execute(work) : exclusively(db, alone, work);

  async function begin(start: FirstWrite<R, F, S, Asked>): Promise<StartResult<R>> {
    const { id, shop, deviceId, lockHash } = start;
    const at = clock.now();
    const facts = start.facts.map((fact) => ({ at, fact }));
    const status = kind.fold(facts);
    const record = start.record({ id, shop, createdAt: at, facts, status: status });
    const inserting = transaction(start.alone, async (tx) => {
      const to = { state: status.state, open: kind.isOpen(status.state), version: facts.length };
      if (!(await operations.insert(tx, { id, shop, kind: name, deviceId, lockHash, at }, to))) return false;
      await start.insert(tx, at);
      await operations.write(tx, operationTargetOf(name, record), facts);
      return true;
    });
    if (await falseOnConflict(inserting)) return { outcome: 'new', record: news.notify(record) };
    const recalled = await recall(id, start.request);
    if (recalled.outcome !== 'none') return recalled;
    const holder = lockHash === null ? null : await operations.holder(shop, lockHash);
    if (holder) return { outcome: 'voucher-open', holder };
    const ofAnyShop = acrossShops(db).selectFrom('operation').select('id').where('id', '=', id);
    if (await ofAnyShop.executeTakeFirst()) return { outcome: 'different' };
    if (lockHash === null) throw new Error('An id is in use, but its operation is missing');
    /* The lock was released between the two reads. The voucher is free now, so the second try
       succeeds or finds a new holder. */
    return begin(start);
  }

  /** Returns null if another operation has the claim. */
  async function grow(
    record: R,
    fact: F,
    claim: string | null,
    { before, after, alone }: SameTransaction<S> = {},
  ): Promise<R | null> {
    const dated = { at: clock.now(), fact };
    const nextStatus = kind.step(record.status, dated);
    const target = operationTargetOf(name, record);
    const written = await transaction(alone, async (tx) => {
      await before?.(tx);
      const to = { state: nextStatus.state, open: kind.isOpen(nextStatus.state) };
      if (claim === null) await operations.move(tx, target, to, dated);
      else if (!(await operations.claimAndMove(tx, claim, target, to, dated))) return false;
      await kind.moved?.(tx, record, nextStatus);
      await after?.(tx, nextStatus);
      return true;
    });
    return written ? news.notify({ ...record, facts: [...record.facts, dated], status: nextStatus }) : null;
  }

  return {
    ...reader,
    recall,
    begin,
    claim: grow,
    async append(record, fact, together) {
      const grown = await grow(record, fact, null, together);
      if (!grown) throw new Error('A fact without a claim was refused because of a claim');
      return grown;
    },
    recordAfter: news.recordAfter,
    adopt: (shop, alive) => operations.adopt(shop, name, alive),
  };
}

/** Returns the version of an operation. A change succeeds only if the version is still current. */
export function operationTargetOf(
  kind: OperationKind,
  { id, shop, person, facts }: Recorded & Partial<Requester>,
): OperationTarget {
  return { id, shop, kind, personId: person?.id ?? null, version: facts.length };
}
