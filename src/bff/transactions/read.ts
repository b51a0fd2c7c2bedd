import type { Explained } from '../../contract/transaction.ts';
import type { IssuerTransaction, Period } from '../issuer/port.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { issuerUnclear } from './problems.ts';
import { mayBeSeen } from './rows.ts';
import { firstPosition, nextLength, type Position, shorter, stretchesAt } from './stretches.ts';

/** Stretches that are read at a time; the issuer's other connections stay free for redemptions. */
const SIDE_BY_SIDE = 4;

export interface LedgerDeps {
  readonly mirror: Pick<Mirror, 'readPeriod' | 'firstPage'>;
  /** The shop's mid as configured or learned. */
  readonly mid: () => Promise<string | null>;
  /** Which of these transactions the journal explains. */
  readonly explain: (ids: readonly string[]) => Promise<ReadonlyMap<string, Explained>>;
}

/** A row that this shop may see, with what the journal says about it. */
export interface SeenRow {
  readonly row: IssuerTransaction;
  readonly by: Explained | null;
}

export interface Stretch {
  readonly rows: readonly SeenRow[];
  /** Everything from here to the end of the period has been read. */
  readonly reached: number;
  readonly next: Position | null;
  readonly mid: string | null;
}

/**
 * Reads a stretch of a period, newest first. Several parts of it are read side by side, each of them from its first page to its last: a row
 * that arrives meanwhile then moves others to a later page, where they are seen again, and never to one that was read before.
 * A part that could not be read ends the stretch before it, so that nothing is left out silently.
 * @throws Problem `issuer-unclear` when not even the newest part could be read
 */
export async function readStretch(
  deps: LedgerDeps,
  period: Period,
  position: Position = firstPosition(period),
  signal?: AbortSignal,
): Promise<Stretch> {
  const parts = stretchesAt(position, period, SIDE_BY_SIDE);
  const asked = await Promise.all(parts.map((part) => rowsOf(deps.mirror, part, signal)));
  const failed = asked.indexOf(null);
  if (failed === 0) {
    const less = shorter(position);
    if (less === null || signal?.aborted === true || parts.every(({ from, to }) => to - from <= less.lengthMs)) throw issuerUnclear();
    return readStretch(deps, period, less, signal);
  }
  const done = failed === -1 ? parts.length : failed;
  const reached = parts[done - 1]?.from ?? period.from;
  const read = asked.slice(0, done).flatMap((part) => part ?? []);
  const rows = within(distinct(read), period);
  const next = reached <= period.from ? null : { before: reached, lengthMs: nextLength(position.lengthMs, read.length / done) };
  return { ...(await seen(deps, rows)), reached, next };
}

/**
 * A first glance at a period that takes several questions: what the issuer shows on its first page, which is mostly what is newest. It counts as nothing
 * read, because everything comes again with the stretches; null where one question is enough or the page shows nothing.
 */
export async function glance(deps: LedgerDeps, period: Period, signal?: AbortSignal): Promise<Pick<Stretch, 'rows' | 'mid'> | null> {
  const last = stretchesAt(firstPosition(period), period, SIDE_BY_SIDE).at(-1);
  if (last === undefined || last.from <= period.from) return null;
  const page = await deps.mirror.firstPage(period, signal);
  if (page === null) return null;
  const found = await seen(deps, within(distinct(page), period));
  return found.rows.length === 0 ? null : found;
}

/** Every row of a period as search shows it now; null where it could not be read to its end. */
export async function rowsOf(
  mirror: Pick<Mirror, 'readPeriod'>,
  period: Period,
  signal?: AbortSignal,
): Promise<IssuerTransaction[] | null> {
  const rows: IssuerTransaction[] = [];
  const onRows = (page: readonly IssuerTransaction[]) => void rows.push(...page);
  const reading = await mirror.readPeriod(period, 'list', { onRows, ...(signal && { signal }) });
  return reading.outcome === 'ended' ? distinct(rows) : null;
}

/** Every row of a period, stretch by stretch; each comes once. */
export async function* readAll(deps: LedgerDeps, period: Period, signal?: AbortSignal): AsyncGenerator<readonly SeenRow[]> {
  const known = new Set<string>();
  let next: Position | null = firstPosition(period);
  while (next !== null) {
    const stretch: Stretch = await readStretch(deps, period, next, signal);
    yield stretch.rows.filter(({ row }) => !known.has(row.transactionId));
    for (const { row } of stretch.rows) known.add(row.transactionId);
    next = stretch.next;
  }
}

async function seen(deps: LedgerDeps, rows: readonly IssuerTransaction[]): Promise<Pick<Stretch, 'rows' | 'mid'>> {
  const mid = await deps.mid();
  const explained = await deps.explain(rows.map(({ transactionId }) => transactionId));
  const allowed = rows.filter((row) => mayBeSeen(row, mid, explained.has(row.transactionId)));
  return { mid, rows: allowed.map((row) => ({ row, by: explained.get(row.transactionId) ?? null })) };
}

function within(rows: readonly IssuerTransaction[], { from, to }: Period): IssuerTransaction[] {
  return rows.filter(({ createdAt }) => createdAt === null || (createdAt >= from && createdAt <= to));
}

/** Of a row that came twice, the one that was updated last. */
function distinct(rows: readonly IssuerTransaction[]): IssuerTransaction[] {
  const byId = new Map<string, IssuerTransaction>();
  for (const row of rows) {
    const before = byId.get(row.transactionId);
    if (before === undefined || (row.lastUpdatedAt ?? 0) >= (before.lastUpdatedAt ?? 0)) byId.set(row.transactionId, row);
  }
  return [...byId.values()];
}
