import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { exclusively, type Subject } from '../../platform/store/exclusively.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { OperationKind, Schema } from '../../platform/store/schema.ts';
import { type Changes, createNews } from './changes.ts';
import type { AnyFact, DatedFact } from './facts.ts';
import type { AnyStanding, AskedBy, Begun, OperationJournal, Recalled, Recorded } from './journal-port.ts';
import type { OperationPlace, Operations, Tx } from './operations.ts';
import { readFacts } from './read-facts.ts';

/** What the journals of all kinds write with. */
export interface JournalDeps extends Pick<Ports, 'db' | 'clock'> {
  readonly operations: Operations;
  readonly changes: Changes;
}

/**
 * Tables that hold what operations of one kind are about.
 *
 * An orphan has none, and is all in its facts.
 */
export type OwnTable = (OperationKind & keyof Schema) | 'operation';

/** A row about an operation, as far as the kernel reads it. */
export interface OperationRow {
  readonly id: string;
  readonly shop: Scope;
  readonly created_at: number;
}

/**
 * A kind's query, as far as the kernel narrows it.
 *
 * It joins `operation`; where it has a person, `person` too.
 */
export interface Rows<Row> {
  where(condition: Expression<SqlBool>): Rows<Row>;
  orderBy(column: Expression<number>, direction: 'asc' | 'desc'): Rows<Row>;
  limit(count: number): Rows<Row>;
  execute(): Promise<Row[]>;
}

/** What tells the operations of one kind from those of another. */
export interface OperationKindOf<
  R extends Recorded<F, S>,
  F extends AnyFact,
  S extends AnyStanding,
  Row extends OperationRow,
  Asked,
> {
  readonly name: OperationKind;
  readonly table: OwnTable;
  readonly schema: z.ZodMiniType<F>;
  /** @throws Error when the sequence is one that this program never writes */
  readonly fold: (facts: readonly DatedFact<F>[]) => S;
  /** One more fact. @throws Error when it cannot follow */
  readonly step: (standing: S, next: DatedFact<F>) => S;
  readonly isOpen: (state: S['state']) => boolean;
  /** All of them, with what {@link OperationKindOf.record} needs. */
  readonly rows: () => Rows<Row>;
  /** An operation out of its row. */
  readonly record: (row: Row, recorded: Recorded<F, S>) => R | Promise<R>;
  /** Whether it is what was asked for. */
  readonly isSame: (record: R, asked: Asked, row: Row) => boolean;
  /** What each fact changes beside the facts, in the same transaction. */
  readonly moved?: (tx: Tx, record: R, next: S) => Promise<void>;
}

/** How an operation begins. */
export interface Beginning<R, F extends AnyFact, S extends AnyStanding, Asked> {
  readonly id: string;
  readonly shop: Scope;
  /** Null for what no device asked for. */
  readonly deviceId: string | null;
  /** Hash of the voucher that nobody else may touch while open; null for none. */
  readonly lockHash: string | null;
  readonly asked: Asked;
  readonly facts: readonly [F, ...F[]];
  /** Writes its own rows; what it throws undoes everything. */
  readonly insert: (tx: Tx, at: number) => Promise<void>;
  /** What reading it back would give. */
  readonly record: (recorded: Recorded<F, S>) => R;
  /** What no other transaction may be at meanwhile. */
  readonly alone?: Subject;
}

/** What belongs into the same transaction as a fact. What it throws undoes everything. */
export interface Beside<S> {
  readonly before?: (tx: Tx) => Promise<void>;
  readonly after?: (tx: Tx, next: S) => Promise<void>;
  /** What no other transaction may be at meanwhile. */
  readonly alone?: Subject;
}

/** The port of a kind, and what its own journal is made of. */
export interface Kernel<
  R extends Recorded<F, S>,
  F extends AnyFact,
  S extends AnyStanding,
  Row,
  Asked extends { readonly shop: Scope },
> extends OperationJournal<R, F, Asked> {
  /**
   * Takes the id and the lock and writes the first facts, all or nothing.
   *
   * A new operation that is returned is on the disk.
   */
  begin(beginning: Beginning<R, F, S, Asked>): Promise<Begun<R>>;
  /** With what belongs into the same transaction, all or nothing. */
  append(record: R, fact: F, beside?: Beside<S>): Promise<R>;
  /**
   * Claims a transaction of the issuer and appends its fact, both or neither.
   * @returns null when another operation has claimed it
   * @throws as {@link OperationJournal.append}
   */
  claim(record: R, fact: F, transactionId: string, beside?: Beside<S>): Promise<R | null>;
  /** The operations of these rows, with their facts. */
  records(rows: readonly Row[]): Promise<R[]>;
}

/** Columns that the kernel narrows every kind's query by. */
const column = expressionBuilder<Schema, OwnTable | 'operation' | 'person'>();

/** The journal's questions about one kind. */
function readerOf<R extends Recorded<F, S>, F extends AnyFact, S extends AnyStanding, Row extends OperationRow, Asked>(
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
        standing: kind.fold(facts),
      });
    };
    return Promise.all(rows.map(read));
  }

  async function one(shop: Scope, id: string): Promise<{ row: Row; record: R } | null> {
    const own = kind.rows().where(column(`${table}.id`, '=', id));
    const [row] = await own.where(column(`${table}.shop`, '=', shop)).execute();
    const [record] = await records(row ? [row] : []);
    return row && record ? { row, record } : null;
  }

  return {
    records,
    read: async (shop: Scope, id: string) => (await one(shop, id))?.record ?? null,
    async recall(id: string, shop: Scope, asked: Asked): Promise<Recalled<R>> {
      const [known] = (await kindAndState(db, { id })).rows;
      if (!known) return { outcome: 'none' };
      if (known.kind === name && known.state === 'cancelled') return { outcome: 'cancelled' };
      const found = await one(shop, id);
      return found && kind.isSame(found.record, asked, found.row)
        ? { outcome: 'same', record: found.record }
        : { outcome: 'different' };
    },
    async latestOf(shop: Scope, personId: string | null, count: number) {
      const all = kind.rows().where(column(`${table}.shop`, '=', shop));
      const wanted = personId === null ? all : all.where(column('person.id', '=', personId));
      return records(await wanted.orderBy(oldestFirst, 'desc').limit(count).execute());
    },
    async inStates(shop: Scope, states: readonly string[], since = 0) {
      const ofKind = kind
        .rows()
        .where(column('operation.shop', '=', shop))
        .where(column('operation.kind', '=', name));
      const wanted = ofKind
        .where(column('operation.state', 'in', states))
        .where(column('operation.changed_at', '>=', since));
      return records(await wanted.orderBy(oldestFirst, 'asc').execute());
    },
  };
}

/**
 * Keeps the journal of one kind in a Kysely database; both engines run it.
 *
 * Locks and claims are unique indexes, so several servers may share one.
 */
export function journalOf<
  R extends Recorded<F, S>,
  F extends AnyFact,
  S extends AnyStanding,
  Row extends OperationRow,
  Asked extends { readonly shop: Scope },
>(deps: JournalDeps, kind: OperationKindOf<R, F, S, Row, Asked>): Kernel<R, F, S, Row, Asked> {
  const { db, clock, operations } = deps;
  const { name } = kind;
  const reader = readerOf(db, kind);
  const recall = (id: string, asked: Asked) => reader.recall(id, asked.shop, asked);
  const news = createNews<R>(deps.changes, name, ({ standing }) => kind.isOpen(standing.state));

  const transaction = <T>(alone: Subject | undefined, work: (tx: Tx) => Promise<T>): Promise<T> =>
    alone === undefined ? db.transaction().execute(work) : exclusively(db, alone, work);

  async function begin(beginning: Beginning<R, F, S, Asked>): Promise<Begun<R>> {
    const { id, shop, deviceId, lockHash } = beginning;
    const at = clock.now();
    const facts = beginning.facts.map((fact) => ({ at, fact }));
    const standing = kind.fold(facts);
    const record = beginning.record({ id, shop, createdAt: at, facts, standing });
    const inserted = await transaction(beginning.alone, async (tx) => {
      const to = { state: standing.state, open: kind.isOpen(standing.state), version: facts.length };
      if (!(await operations.insert(tx, { id, shop, kind: name, deviceId, lockHash, at }, to))) return false;
      await beginning.insert(tx, at);
      await operations.write(tx, operationPlaceOf(name, record), facts);
      return true;
    });
    if (inserted) return { outcome: 'new', record: news.tell(record) };
    const known = await recall(id, beginning.asked);
    if (known.outcome !== 'none') return known;
    if (lockHash === null) throw new Error('An id is taken by nothing');
    const holder = await operations.holder(shop, lockHash);
    /* The lock was let go between the two reads. The voucher is free now, so the second try
       finds its place or a new holder. */
    return holder ? { outcome: 'voucher-open', holder } : begin(beginning);
  }

  /** Null when `claim` is another operation's. */
  async function grow(
    record: R,
    fact: F,
    claim: string | null,
    { before, after, alone }: Beside<S> = {},
  ): Promise<R | null> {
    const { id, shop } = record;
    const dated = { at: clock.now(), fact };
    const standing = kind.step(record.standing, dated);
    const place = operationPlaceOf(name, record);
    const claims = { shop, operationId: id, personId: place.personId, at: dated.at };
    const written = await transaction(alone, async (tx) => {
      await before?.(tx);
      if (claim !== null && !(await operations.claim(tx, { ...claims, transactionId: claim }))) return false;
      await operations.move(tx, place, { state: standing.state, open: kind.isOpen(standing.state) }, dated);
      await kind.moved?.(tx, record, standing);
      await after?.(tx, standing);
      return true;
    });
    return written ? news.tell({ ...record, facts: [...record.facts, dated], standing }) : null;
  }

  return {
    ...reader,
    recall,
    begin,
    claim: grow,
    async append(record, fact, beside) {
      const grown = await grow(record, fact, null, beside);
      if (!grown) throw new Error('A fact without a claim was refused for its claim');
      return grown;
    },
    told: news.told,
    adopt: (shop, alive) => operations.adopt(shop, name, alive),
  };
}

/** Where an operation stands, for whoever wants to move it on. */
export function operationPlaceOf(
  kind: OperationKind,
  { id, shop, person, facts }: Recorded & Partial<AskedBy>,
): OperationPlace {
  return { id, shop, kind, personId: person?.id ?? null, version: facts.length };
}
