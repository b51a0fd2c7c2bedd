import { LIMITS } from '../../../contract/access/limits.ts';
import type { SearchTrouble } from '../../../contract/voucher/evidence.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Asked, Issuer, IssuerTransaction, PageSize, Period } from '../port.ts';
import type { Budget, BudgetLane } from './budget.ts';

/**
 * What one reading of the issuer's search came to.
 *
 * Times: `beganMs` monotonic, `beganAt` our wall clock.
 */
export type Reading =
  | { readonly outcome: 'ended'; readonly period: Period; readonly beganMs: number; readonly beganAt: number }
  /** `trouble` where the issuer answered all the same; null where it gave no usable answer. */
  | { readonly outcome: 'failed'; readonly trouble: SearchTrouble | null; readonly reason: string };

/** How pages are had. */
export interface Pages {
  readonly issuer: Pick<Issuer, 'searchPage'>;
  readonly budget: Budget;
  readonly clock: Clock;
  /** Keeps the rows of a page; what was read stays, whatever becomes of the next page. */
  readonly keep: (rows: readonly IssuerTransaction[]) => Promise<void>;
  /**
   * How large pages are where many rows are to be read.
   *
   * Pages of one reading have one size, because they are counted by it.
   */
  largest: PageSize;
}

export interface ReadingOptions {
  readonly lane: BudgetLane;
  readonly signal?: AbortSignal | undefined;
  /** Asked before each page; once it says yes, the reading is given up. */
  readonly tooLong?: (() => boolean) | undefined;
  readonly onRows?: ((rows: readonly IssuerTransaction[]) => void) | undefined;
}

/**
 * A period is read in pieces of so many pages, because the deeper a page lies the longer a service
 * takes for it.
 */
const PIECE_PAGES = 10;
/**
 * A service that counts pages from 1 gives the first one twice; one that gives nothing new twice in
 * a row has nothing else.
 */
export const STALE_PAGES_MAX = 2;
/**
 * The issuer searches by whole seconds; pieces overlap by one, in case it leaves the last one out.
 */
const SECOND_MS = 1_000;
/**
 * A page that failed as fast as this is asked for once more; one that took longer would only take
 * long again.
 */
const QUICK_FAILURE_MS = 1_000;

/**
 * Reads every row of a period, the newest first, in pieces of time of a few pages each, so that it
 * may hold any number of rows. The issuer gives no total and no marker, and may cap a page below
 * what was asked, so the end is an empty page, the word that there is no such page, or nothing new.
 * A row that arrives meanwhile pushes others to later pages, never to earlier ones, so reading
 * forward meets rows twice and misses none that was there when the reading began.
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

/** An issuer that puts all rows of a period into one page is asked for shorter ones. */
export function isTooLarge(reading: { readonly outcome: string; readonly reason?: string }): boolean {
  return reading.outcome === 'failed' && reading.reason === TOO_LARGE;
}

/** After so many passes without agreement nothing is proved. */
const PASSES_MAX = 4;

/**
 * Reads until a pass shows the same rows of some vouchers as all passes before it together. What
 * others do with other vouchers meanwhile says nothing about these; that it were the same twice
 * would never happen in a merchant's busy hours.
 * @param read one pass; gives each page as it comes
 * @param names whether a row is about one of the vouchers
 * @param rest what is waited before another pass, given when the one before it began, monotonic
 */
export async function readUntilAgreed(
  read: (onRows: (rows: readonly IssuerTransaction[]) => void) => Promise<Reading>,
  names: (row: IssuerTransaction) => boolean,
  rest: (beganMs: number) => Promise<void> = async () => undefined,
): Promise<Reading> {
  const all = new Set<string>();
  let known: number | null = null;
  let beganMs: number | null = null;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    if (beganMs !== null) await rest(beganMs);
    const shown = new Set<string>();
    const reading = await read((rows) => {
      for (const row of rows) if (names(row)) shown.add(row.transactionId);
    });
    if (reading.outcome === 'failed') return reading;
    for (const id of shown) all.add(id);
    if (shown.size === all.size && all.size === known) return reading;
    known = all.size;
    beganMs = reading.beganMs;
  }
  return { outcome: 'failed', trouble: 'search-restless', reason: 'the search kept changing while it was read' };
}

type Piece = { readonly outcome: 'read'; readonly nextTo: number | null } | Extract<Reading, { outcome: 'failed' }>;

/**
 * @returns where the next piece ends, which is where this one does when it has to be read once
 * more; null when there is none
 */
async function readPiece(pages: Pages, period: Period, options: ReadingOptions): Promise<Piece> {
  const ids = new Set<string>();
  const size = pages.largest;
  let stale = 0;
  for (let index = 0; ; index += 1) {
    if (options.tooLong?.() === true) return endless('the search did not end in time');
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
 * Whether nothing came since a reading began, which would have pushed rows that it met onto the
 * pages after them: then pages that show nothing new are the end. Without that, as many new rows as
 * a page holds, while each is on its way, would look like it.
 * @param met ids of the rows that were met since page 0 was read
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
 * Where a piece may end so that the rows of its last page are in the next one, too; null where they
 * have no times.
 */
function newestOf(rows: readonly IssuerTransaction[]): number | null {
  const newest = rows.reduce(
    (latest, { createdAt }) => Math.max(latest, createdAt ?? latest),
    Number.NEGATIVE_INFINITY,
  );
  return Number.isFinite(newest) ? (Math.ceil(newest / SECOND_MS) + 1) * SECOND_MS : null;
}

const TOO_LARGE = 'answer too large';
/** What a page that holds too many rows ends with. */
const TOO_MUCH: ReadonlySet<string> = new Set(['timed out', TOO_LARGE]);

export type ReadPage =
  | { readonly outcome: 'rows'; readonly rows: readonly IssuerTransaction[] }
  | { readonly outcome: 'end' }
  | Extract<Reading, { outcome: 'failed' }>;

/** One page, kept before anything else is done with it. */
export async function pageOf(
  pages: Pages,
  period: Period,
  index: number,
  size: PageSize,
  { lane, signal, onRows }: ReadingOptions,
): Promise<ReadPage> {
  const asked = await askPatiently(pages, period, index, size, { lane, signal });
  const isEnd = asked.outcome === 'found' ? asked.value.length === 0 : asked.outcome === 'absent' && index > 0;
  if (isEnd) return { outcome: 'end' };
  if (asked.outcome !== 'found') {
    /* Perhaps so many rows are more than it manages, or than is taken: what is read next has
       smaller pages. */
    if (size === 'many' && asked.outcome === 'unclear' && TOO_MUCH.has(asked.reason)) pages.largest = 'few';
    return failed(asked);
  }
  await pages.keep(asked.value);
  onRows?.(asked.value);
  return { outcome: 'rows', rows: asked.value };
}

/**
 * Waits for a turn, hears when the issuer wants to be left alone for a while, and asks once more
 * after a failure that came at once.
 */
async function askPatiently(
  { issuer, budget, clock }: Pages,
  period: Period,
  index: number,
  size: PageSize,
  { lane, signal }: Pick<ReadingOptions, 'lane' | 'signal'>,
): Promise<Asked<readonly IssuerTransaction[]>> {
  for (let tries = 1; ; tries += 1) {
    await budget.turn(lane, signal);
    const askedMs = clock.monotonic();
    const asked = await issuer.searchPage(period, index, signal, size);
    if (asked.outcome !== 'unclear') return asked;
    if (asked.retryAfterMs !== undefined) budget.hold(asked.retryAfterMs);
    const isQuick = asked.retryAfterMs !== undefined || clock.monotonic() - askedMs <= QUICK_FAILURE_MS;
    if (tries > 1 || !isQuick || signal?.aborted === true) return asked;
  }
}

function failed(asked: Exclude<Asked<unknown>, { outcome: 'found' }>): Extract<Reading, { outcome: 'failed' }> {
  return { outcome: 'failed', trouble: null, reason: asked.outcome === 'unclear' ? asked.reason : asked.outcome };
}

export function endless(reason: string): Extract<Reading, { outcome: 'failed' }> {
  return { outcome: 'failed', trouble: 'search-endless', reason };
}

/** A page that is shorter than what was asked for is capped, or the last one. */
export function isShort(rows: readonly IssuerTransaction[]): boolean {
  return rows.length < LIMITS.searchPageSize;
}
