import { LIMITS } from '../../../contract/access/limits.ts';
import type { SearchTrouble } from '../../../contract/voucher/evidence.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Issuer, IssuerReply, IssuerTransaction, PageSize, Period } from '../port.ts';
import type { Budget, BudgetLane } from './budget.ts';
import { PASSES_MAX, QUICK_FAILURE_MS, STALE_PAGES_MAX } from './limits.ts';

/**
 * The result of one reading of the issuer's search. Times: `beganMs` monotonic, `beganAt` our wall
 * clock.
 */
export type Reading =
  | { readonly outcome: 'ended'; readonly period: Period; readonly beganMs: number; readonly beganAt: number }
  /** `trouble`: the fault that the issuer reported; null if it gave no usable answer. */
  | { readonly outcome: 'failed'; readonly trouble: SearchTrouble | null; readonly reason: string };

export interface Pages {
  readonly issuer: Pick<Issuer, 'searchPage'>;
  readonly budget: Budget;
  readonly clock: Clock;
  /** Stores the rows of a page; they stay even if the next page fails. */
  readonly saveRows: (rows: readonly IssuerTransaction[]) => Promise<void>;
  /**
   * Page size for reading many rows. Pages of one reading have one size, because they are counted
   * by it.
   */
  largest: PageSize;
}

export interface ReadingOptions {
  readonly lane: BudgetLane;
  readonly signal?: AbortSignal | undefined;
  /** Called before each page; once it returns true, the reading is abandoned. */
  readonly tooLong?: (() => boolean) | undefined;
  readonly onRows?: ((rows: readonly IssuerTransaction[]) => void) | undefined;
}

/** A period is read in pieces of this many pages, because services are slower for later pages. */
const PIECE_PAGES = 10;
/**
 * The issuer searches by whole seconds. Pieces overlap by one second, because the issuer may omit
 * the last second.
 */
const SECOND_MS = 1_000;

/**
 * Reads every row of a period, newest first, in time slices of a few pages each, so that it may
 * contain any number of rows. The issuer gives no total and no cursor, and may cap a page below the
 * requested size. So the end is an empty page, the error for a page that does not exist, or nothing
 * new. A row that arrives during the reading pushes others to later pages, never to earlier ones,
 * so reading forward finds rows twice and misses none that existed when the reading began.
 */
export async function readToEnd(pages: Pages, period: Period, options: ReadingOptions): Promise<Reading> {
  const began = { beganMs: pages.clock.monotonic(), beganAt: pages.clock.now() };
  let mostMs = period.to - period.from;
  for (let to = period.to; ; ) {
    const from = Math.max(period.from, to - mostMs);
    const piece = await readPiece(pages, { from, to }, options);
    if (piece.outcome === 'failed') {
      if (!isTooLarge(piece) || mostMs <= SECOND_MS) return piece;
      mostMs = Math.max(SECOND_MS, Math.floor(mostMs / 4));
    } else if (piece.nextTo !== null) to = piece.nextTo;
    else if (from === period.from) return { outcome: 'ended', period, ...began };
    else to = from;
  }
}

/** If an issuer puts all rows of a period on one page, shorter periods are requested. */
export function isTooLarge(reading: { readonly outcome: string; readonly reason?: string }): boolean {
  return reading.outcome === 'failed' && reading.reason === TOO_LARGE;
}

/**
 * Reads until a pass shows the same rows of some vouchers as all passes before it together.
 * Activity on other vouchers does not matter: in a merchant's busy hours, two identical passes
 * would never happen.
 * @param read one pass; passes on each page as it arrives
 * @param names true if a row is about one of the vouchers
 * @param rest waits before the next pass; receives the monotonic start of the previous pass
 */
export async function readUntilAgreed(
  read: (onRows: (rows: readonly IssuerTransaction[]) => void) => Promise<Reading>,
  names: (row: IssuerTransaction) => boolean,
  rest: (beganMs: number) => Promise<void> = async () => undefined,
): Promise<Reading> {
  const all = new Set<string>();
  let total: number | null = null;
  let beganMs: number | null = null;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    if (beganMs !== null) await rest(beganMs);
    const visible = new Set<string>();
    const reading = await read((rows) => {
      for (const row of rows) if (names(row)) visible.add(row.transactionId);
    });
    if (reading.outcome === 'failed') return reading;
    for (const id of visible) all.add(id);
    if (visible.size === all.size && all.size === total) return reading;
    total = all.size;
    beganMs = reading.beganMs;
  }
  return {
    outcome: 'failed',
    trouble: 'search-restless',
    reason: 'the search results kept changing while they were read',
  };
}

type PieceResult =
  | { readonly outcome: 'read'; readonly nextTo: number | null }
  | Extract<Reading, { outcome: 'failed' }>;

/**
 * Reads one piece.
 * @returns the end of the next piece, which is the end of this piece if it has to be read again;
 * null after the last piece
 */
async function readPiece(pages: Pages, period: Period, options: ReadingOptions): Promise<PieceResult> {
  const ids = new Set<string>();
  const size = pages.largest;
  let stale = 0;
  for (let index = 0; ; index += 1) {
    if (options.tooLong?.() === true) return endlessSearch('the search did not finish in time');
    const page = await pageOf(pages, period, index, size, options);
    if (page.outcome === 'end') return { outcome: 'read', nextTo: null };
    if (page.outcome === 'failed') return page;
    const before = ids.size;
    for (const { transactionId } of page.rows) ids.add(transactionId);
    stale = ids.size === before ? stale + 1 : 0;
    const isStale = stale === STALE_PAGES_MAX;
    const nextTo = isStale || index + 1 >= PIECE_PAGES ? newestOf(page.rows) : null;
    if (nextTo !== null && nextTo > period.from && nextTo < period.to) return { outcome: 'read', nextTo };
    if (!isStale) continue;
    const still = await isStill(pages, period, size, ids, options);
    if (typeof still !== 'boolean') return still;
    return { outcome: 'read', nextTo: still ? null : period.to };
  }
}

/**
 * True if no row arrived since a reading began, so that a page without new rows is the end.
 * Otherwise such a page may only contain rows that new ones pushed onto it.
 * @param met ids of the rows read since page 0
 */
export async function isStill(
  pages: Pages,
  period: Period,
  size: PageSize,
  met: ReadonlySet<string>,
  options: ReadingOptions,
): Promise<boolean | Extract<Reading, { outcome: 'failed' }>> {
  const first = await pageOf(pages, period, 0, size, options);
  if (first.outcome === 'failed') return first;
  return first.outcome === 'end' || first.rows.every(({ transactionId }) => met.has(transactionId));
}

/**
 * Returns where a piece may end so that the rows of its last page are in the next one too; null if
 * they have no times.
 */
function newestOf(rows: readonly IssuerTransaction[]): number | null {
  const newest = rows.reduce(
    (latest, { createdAt }) => Math.max(latest, createdAt ?? latest),
    Number.NEGATIVE_INFINITY,
  );
  return Number.isFinite(newest) ? (Math.ceil(newest / SECOND_MS) + 1) * SECOND_MS : null;
}

const TOO_LARGE = 'answer too large';
/** Errors caused by a page with too many rows. */
const TOO_MUCH: ReadonlySet<string> = new Set(['timed out', TOO_LARGE]);

export type ReadPage =
  | { readonly outcome: 'rows'; readonly rows: readonly IssuerTransaction[] }
  | { readonly outcome: 'end' }
  | Extract<Reading, { outcome: 'failed' }>;

/** Reads one page and stores its rows. */
export async function pageOf(
  pages: Pages,
  period: Period,
  index: number,
  size: PageSize,
  { lane, signal, onRows }: ReadingOptions,
): Promise<ReadPage> {
  const reply = await readPage(pages, period, index, size, { lane, signal });
  const isEnd = reply.outcome === 'found' ? reply.value.length === 0 : reply.outcome === 'absent' && index > 0;
  if (isEnd) return { outcome: 'end' };
  if (reply.outcome !== 'found') {
    /* The page may be too large for the issuer or for us, so the next reading uses smaller pages.
     */
    if (size === 'many' && reply.outcome === 'unclear' && TOO_MUCH.has(reply.reason)) pages.largest = 'few';
    return failed(reply);
  }
  await pages.saveRows(reply.value);
  onRows?.(reply.value);
  return { outcome: 'rows', rows: reply.value };
}

/**
 * Waits for its turn, and retries once after an immediate failure.
 */
async function readPage(
  { issuer, budget, clock }: Pages,
  period: Period,
  index: number,
  size: PageSize,
  { lane, signal }: Pick<ReadingOptions, 'lane' | 'signal'>,
): Promise<IssuerReply<readonly IssuerTransaction[]>> {
  for (let tries = 1; ; tries += 1) {
    await budget.turn(lane, signal);
    const sentMs = clock.monotonic();
    const reply = await issuer.searchPage(period, index, signal, size);
    if (reply.outcome !== 'unclear') return reply;
    const isQuick = clock.monotonic() - sentMs <= QUICK_FAILURE_MS;
    if (tries > 1 || !isQuick || signal?.aborted === true) return reply;
  }
}

function failed(reply: Exclude<IssuerReply<unknown>, { outcome: 'found' }>): Extract<Reading, { outcome: 'failed' }> {
  return { outcome: 'failed', trouble: null, reason: reply.outcome === 'unclear' ? reply.reason : reply.outcome };
}

export function endlessSearch(reason: string): Extract<Reading, { outcome: 'failed' }> {
  return { outcome: 'failed', trouble: 'search-endless', reason };
}

/** True for a page shorter than requested. It is the last page, or the issuer capped its size. */
export function isShort(rows: readonly IssuerTransaction[]): boolean {
  return rows.length < LIMITS.searchPageSize;
}
