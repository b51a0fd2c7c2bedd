import { type Expression, type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIMITS } from '../../../contract/access/limits.ts';
import {
  type TrailFilter,
  type TrailLine,
  type TrailPage,
  trailDetailsSchema,
} from '../../../contract/platform/audit.ts';
import { kindOf, storedActions } from '../../../contract/platform/audit-actions.ts';
import type { Scope } from '../base/scope.ts';
import { refuse } from '../http/problem.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { OperationKind, Schema } from '../store/schema.ts';
import { type JournalRow, journalLineOf, type VisibleByKind, visibleOperations } from './journal-lines.ts';
import { type CardsOfLines, findLineExtras } from './line-extras.ts';

type Database = Kysely<Schema>;

/** Reads the actions in a shop: the chained entries and the journal's facts, as one list. */
export interface Trail {
  /** The newest lines first; @throws Problem 400 `bad-request` for an invalid cursor */
  page(shop: Scope, filter: TrailFilter, cursor?: string): Promise<TrailPage>;
  /** All lines in batches, newest first. */
  pages(shop: Scope, filter: TrailFilter, size?: number): AsyncGenerator<readonly TrailLine[]>;
}

/** A line without the names of people and devices. */
interface FoundLine extends Cursor {
  readonly line: Omit<TrailLine, 'person' | 'device' | 'opens'>;
  readonly personId: string | null;
  /** The ranges of an activation that the line concerns; null for all, and for other lines. */
  readonly positions: readonly number[] | null;
  readonly deviceId: string | null;
}

export interface TrailDeps {
  readonly db: Database;
  readonly visible: VisibleByKind;
  /** Missing if no feature has cards. */
  readonly cardsOfLines?: CardsOfLines;
}

export function createTrail(deps: TrailDeps): Trail {
  const { db } = deps;
  async function page(
    shop: Scope,
    filter: TrailFilter,
    after?: string,
    size: number = LIMITS.trailPageSize,
  ): Promise<TrailPage> {
    const cursor = after === undefined ? null : readCursor(after);
    const query = { shop, filter, cursor, count: size + 1 };
    const found = [...(await entries(db, query)), ...(await facts(deps, query))];
    const lines = found.sort(newestFirst).slice(0, size);
    const last = lines.at(-1);
    return { lines: await addNames(deps, shop, lines), next: found.length > size && last ? cursorText(last) : null };
  }

  return {
    page,
    async *pages(shop, filter, size = EXPORT_SIZE) {
      let cursor: string | undefined;
      do {
        const { lines, next } = await page(shop, filter, cursor, size);
        yield lines;
        cursor = next ?? undefined;
      } while (cursor !== undefined);
    },
  };
}

const EXPORT_SIZE = 200;

/**
 * Actions that are lines; entries about sealing the journal are only for `npm run audit:verify`.
 */
const VISIBLE_ACTIONS = storedActions.filter((action) => action !== 'journal.sealed');

interface TrailQuery {
  readonly shop: Scope;
  readonly filter: TrailFilter;
  readonly cursor: Cursor | null;
  readonly count: number;
}

async function entries(db: Database, { shop, filter, cursor, count }: TrailQuery): Promise<FoundLine[]> {
  const { kind, personId } = filter;
  const actions = VISIBLE_ACTIONS.filter((action) => kind === undefined || kindOf(action) === kind);
  if (actions.length === 0) return [];
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('shop', '=', shop)
    .where('action', 'in', actions)
    .where((eb) =>
      withinPeriodOf(eb, filter, cursor, { source: 'a', at: eb.ref('audit.at'), seq: eb.ref('audit.seq') }),
    )
    .$if(personId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('person_id', '=', personId ?? ''), eb('subject', '=', personId ?? '')])),
    )
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ at, seq, action, subject, details, person_id, device_id }) => ({
    source: 'a',
    at,
    seq,
    personId: person_id,
    deviceId: device_id,
    positions: null,
    line: {
      id: `a${seq}`,
      at: new Date(at).toISOString(),
      action,
      subject,
      details: trailDetailsSchema.parse(JSON.parse(details)),
    },
  }));
}

async function facts({ db, visible }: TrailDeps, query: TrailQuery): Promise<FoundLine[]> {
  const { kind, personId } = query.filter;
  const kinds = visibleOperations(visible, kind);
  const [only, ...otherKinds] = kinds;
  if (only === undefined) return [];
  const find = async (by: FoundBy) => {
    const rows = await factRows(db, { ...query, by, kinds, visible });
    return rows.map((row) => foundIn(row, visible));
  };
  if (personId === undefined) return find(otherKinds.length === 0 ? { column: 'fact.operation_kind', is: only } : null);
  const requestedFacts = await find({ column: 'fact.person_id', is: personId });
  const decided = await find({ column: 'fact.decider_id', is: personId });
  return [...new Map([...requestedFacts, ...decided].map((found) => [found.seq, found])).values()];
}

function foundIn(row: JournalRow, visible: VisibleByKind): FoundLine {
  const { action, personId, deviceId, details, positions } = journalLineOf(row, visible);
  return {
    source: 'j',
    at: row.at,
    seq: row.seq,
    personId,
    deviceId,
    positions,
    line: { id: `j${row.seq}`, at: new Date(row.at).toISOString(), action, subject: row.operation_id, details },
  };
}

/** The column that selects facts, each with an index by time; undefined to select by time alone. */
type FoundBy = { readonly column: `fact.${'operation_kind' | 'person_id' | 'decider_id'}`; readonly is: string } | null;

interface FactsQuery extends TrailQuery {
  readonly by: FoundBy;
  readonly kinds: readonly OperationKind[];
  readonly visible: VisibleByKind;
}

/** Reads facts from one index, newest first, until the page is full. */
function factRows(
  db: Database,
  { shop, filter, cursor, count, by, kinds, visible }: FactsQuery,
): Promise<JournalRow[]> {
  return journalRows(db)
    .$if(by !== null, (query) => query.where(by?.column ?? 'fact.seq', '=', by?.is ?? ''))
    .where('fact.shop', '=', shop)
    .where((eb) =>
      eb.or(
        kinds.map((kind) =>
          eb(unindexed(db, 'fact.operation_kind'), '=', kind).and('fact.kind', 'in', Object.keys(visible[kind] ?? {})),
        ),
      ),
    )
    .where((eb) => withinPeriodOf(eb, filter, cursor, { source: 'j', at: eb.ref('fact.at'), seq: eb.ref('fact.seq') }))
    .orderBy('fact.at', 'desc')
    .orderBy('fact.seq', 'desc')
    .limit(count)
    .execute();
}

/**
 * A column for a condition that must not select an index. SQLite would use the index of facts by
 * kind and sort the result for each page. PostgreSQL has statistics and decides better, but could
 * not estimate an expression.
 */
function unindexed(db: Database, column: 'fact.operation_kind'): RawBuilder<string> {
  return isPostgres(db) ? sql`${sql.ref(column)}` : sql`${sql.ref(column)} || ''`;
}

/** Facts with their request or refunded tender. Row security keeps `coalesce` from an index. */
function journalRows(db: Database) {
  return db
    .selectFrom('fact')
    .innerJoin('operation', 'operation.id', 'fact.operation_id')
    .leftJoin('refund', 'refund.id', 'operation.id')
    .leftJoin('tender', (join) =>
      join.on('tender.id', '=', sql`case when refund.id is null then operation.id else refund.tender_id end`),
    )
    .leftJoin('issue', 'issue.id', 'operation.id')
    .leftJoin('person', 'person.id', 'fact.person_id')
    .select([
      'fact.seq',
      'fact.at',
      'fact.operation_id',
      'fact.kind',
      'fact.data',
      'fact.operation_kind as operation',
      'fact.person_id',
    ])
    .select(['operation.device_id', 'person.name as asker'])
    .select(['tender.receipt_no', 'tender.entry', 'tender.held'])
    .select(['tender.last4', 'tender.kind as worth', 'tender.requested', 'tender.currency', 'refund.note'])
    .select((eb) => eb.fn.coalesce('issue.product_name', 'issue.product_code').as('product'))
    .select('issue.quantity');
}

interface TrailPosition {
  readonly source: Source;
  readonly at: Expression<number>;
  readonly seq: Expression<number>;
}

/** In the period, and after the end of the previous page. */
function withinPeriodOf<T extends keyof Schema>(
  eb: ExpressionBuilder<Schema, T>,
  { from, to }: TrailFilter,
  cursor: Cursor | null,
  { source, at, seq }: TrailPosition,
): Expression<SqlBool> {
  const begin = eb(at, '>=', Date.parse(from));
  if (cursor === null) return eb.and([begin, eb(at, '<', Date.parse(to))]);
  const sameTime =
    source === cursor.source
      ? eb.and([eb(at, '=', cursor.at), eb(seq, '<', cursor.seq)])
      : eb(at, source < cursor.source ? '=' : '<', cursor.at);
  /* The index scan starts at the end of the previous page, not at the end of the period. */
  const end = eb(at, '<', Math.min(Date.parse(to), cursor.at + 1));
  return eb.and([begin, end, eb.or([eb(at, '<', cursor.at), sameTime])]);
}

function newestFirst(a: Cursor, b: Cursor): number {
  return b.at - a.at || b.source.localeCompare(a.source) || b.seq - a.seq;
}

/** Adds names of people and devices to lines, and the pages that they link to. */
async function addNames(
  { db, cardsOfLines = async () => () => ({}) }: TrailDeps,
  shop: Scope,
  found: readonly FoundLine[],
): Promise<TrailLine[]> {
  const moreOf = await findLineExtras(db, shop, found, cardsOfLines);
  const personIds = found.map(({ personId }) => personId);
  const people = await namesIn(db, 'person', personIds);
  const deviceIds = found.map(({ deviceId }) => deviceId);
  const devices = await namesIn(db, 'device', deviceIds);
  const nameOf = (names: ReadonlyMap<string, string>, id: string | null) =>
    id === null ? null : { id, name: names.get(id) ?? '' };
  return found.map((about) => {
    const { line, personId, deviceId } = about;
    const { opens, details } = moreOf(about);
    const merged = { ...line, details: { ...line.details, ...details }, opens };
    return { ...merged, person: nameOf(people, personId), device: nameOf(devices, deviceId) };
  });
}

async function namesIn(
  db: Database,
  table: 'person' | 'device',
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Set(ids)].filter((id) => id !== null);
  if (unique.length === 0) return new Map();
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', unique).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** `a`: an entry of the chain; `j`: a fact of the journal. */
type Source = 'a' | 'j';

/** The end of a page. Lines are ordered by time, then source, then number. */
interface Cursor {
  readonly at: number;
  readonly source: Source;
  readonly seq: number;
}

const CURSOR = /^(\d{1,15})([aj])(\d{1,15})$/;

const cursorText = ({ at, source, seq }: Cursor) => `${at}${source}${seq}`;

/** @throws Problem 400 `bad-request` for an invalid cursor */
function readCursor(text: string): Cursor {
  const [, at, source, seq] = CURSOR.exec(text) ?? [];
  if (source !== 'a' && source !== 'j') {
    throw refuse('bad-request', { message: '"cursor" is not valid.', details: { field: 'cursor' } });
  }
  return { at: Number(at), source, seq: Number(seq) };
}
