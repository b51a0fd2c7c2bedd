import type { SearchTrouble } from '../../contract/evidence.ts';
import type { Asked, Issuer, IssuerTransaction, Period } from '../issuer/port.ts';

/** A piece of time with more pages than this is read as two shorter ones. */
const PAGES_MAX = 200;

/** The issuer searches by whole seconds, so that nothing shorter can be asked for. */
const SHORTEST_MS = 1_000;

/** After a piece of so few pages the next one may be twice as long again. */
const FEW_PAGES = PAGES_MAX / 4;

/** A service that counts pages from 1 gives the first one twice; one that gives nothing new twice in a row has nothing else. */
const STALE_PAGES_MAX = 2;

export interface ReadingOptions {
  readonly signal?: AbortSignal | undefined;
  /** Asked before each page; once it says yes, what is left is not read any more. */
  readonly tooLong?: (() => boolean) | undefined;
}

/** All rows of a period, or why they could not be had; `why` is there when the issuer answered all the same. */
export type Reading = Asked<IssuerTransaction[]> | { readonly outcome: 'unclear'; readonly why: SearchTrouble; readonly reason: string };

/** A part of a period, and what reading it came to. */
export interface Piece {
  readonly period: Period;
  readonly reading: Reading;
}

/** What a reading that failed says of the issuer; null where it gave no usable answer. */
export function troubleOf(reading: Exclude<Reading, { outcome: 'found' }>): SearchTrouble | null {
  return 'why' in reading ? reading.why : null;
}

/**
 * Reads every row of a period once. Rows that come twice are one. A busy merchant's period is read in pieces of time, so that it may hold any
 * number of rows.
 * @returns `unclear` when any page could not be had: half a reading proves nothing
 */
export async function readPeriod(issuer: Pick<Issuer, 'searchPage'>, period: Period, options: ReadingOptions = {}): Promise<Reading> {
  const rows = new Map<string, IssuerTransaction>();
  for await (const { reading } of readPieces(issuer, period, options)) {
    if (reading.outcome !== 'found') return reading;
    for (const row of reading.value) rows.set(row.transactionId, row);
  }
  return { outcome: 'found', value: [...rows.values()] };
}

/**
 * Reads a period piece by piece, the oldest first; pieces touch, so that a row between two of them is in one. A piece whose pages do not end is
 * read again in shorter ones, of half its length or as much as its pages seemed to hold, down to a second. One that could not be read is told as that, and the next one follows.
 */
export async function* readPieces(
  issuer: Pick<Issuer, 'searchPage'>,
  { from, to }: Period,
  options: ReadingOptions = {},
): AsyncGenerator<Piece> {
  let lengthMs = to - from;
  for (let start = from; ; ) {
    const period = { from: start, to: Math.min(to, start + lengthMs) };
    const { reading, pages, covered } = await readPages(issuer, period, options);
    const isTooMuch = reading.outcome === 'unclear' && pages === PAGES_MAX;
    if (isTooMuch && period.to - start > SHORTEST_MS) {
      lengthMs = Math.min(Math.ceil((period.to - start) / 2), Math.max(SHORTEST_MS, covered));
      continue;
    }
    yield { period, reading };
    if (period.to >= to) return;
    start = period.to;
    if (pages <= FEW_PAGES) lengthMs *= 2;
  }
}

/**
 * Reads the pages of one piece, the newest rows first. The issuer gives no total and no marker, and may cap a page below what was asked, so the
 * end is an empty page, the word that there is no such page, or nothing new. A row that arrives meanwhile pushes others to later pages, never to
 * earlier ones, so reading forward meets rows twice and misses none.
 */
async function readPages(
  issuer: Pick<Issuer, 'searchPage'>,
  period: Period,
  { signal, tooLong }: ReadingOptions,
): Promise<{ reading: Reading; pages: number; covered: number }> {
  const rows = new Map<string, IssuerTransaction>();
  const end = (reading: Reading, pages: number) => ({ reading, pages, covered: period.to - oldestOf([...rows.values()], period) });
  const found = (pages: number) => end({ outcome: 'found', value: [...rows.values()] }, pages);
  let stale = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    if (tooLong?.() === true) return end(endless('the search did not end in time'), page);
    const asked = await issuer.searchPage(period, page, signal);
    const isEnd = asked.outcome === 'found' ? asked.value.length === 0 : asked.outcome === 'absent' && page > 0;
    if (isEnd) return found(page);
    if (asked.outcome !== 'found') return end(asked, page);
    const before = rows.size;
    for (const row of asked.value) rows.set(row.transactionId, row);
    stale = rows.size === before ? stale + 1 : 0;
    if (stale === STALE_PAGES_MAX) return found(page);
  }
  return end(endless(`the search did not end within ${PAGES_MAX} pages`), PAGES_MAX);
}

/** Down to where pages that begin with the newest rows seem to reach. */
function oldestOf(rows: readonly IssuerTransaction[], { from, to }: Period): number {
  return rows.reduce((oldest, { createdAt }) => (createdAt !== null && createdAt >= from ? Math.min(oldest, createdAt) : oldest), to);
}

function endless(reason: string): Reading {
  return { outcome: 'unclear', why: 'search-endless', reason };
}

/**
 * Reads a period, always up to the same end, until a pass shows the same rows of one voucher as all passes before it together. What others do with
 * other vouchers meanwhile says nothing about this one; that it were the same twice would never happen in a merchant's busy hours.
 * @param names whether a row is about the voucher
 * @param passesMax after so many passes without agreement the reading is unclear
 * @returns every row that any pass showed: what was shown once is there
 */
export async function readPeriodTwice(
  issuer: Pick<Issuer, 'searchPage'>,
  period: Period,
  names: (row: IssuerTransaction) => boolean,
  options: ReadingOptions = {},
  passesMax = 4,
): Promise<Reading> {
  const rows = new Map<string, IssuerTransaction>();
  let known: number | null = null;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const reading = await readPeriod(issuer, period, options);
    if (reading.outcome !== 'found') return reading;
    for (const row of reading.value) rows.set(row.transactionId, row);
    const shown = reading.value.filter(names).length;
    const all = [...rows.values()].filter(names).length;
    if (shown === all && all === known) return { outcome: 'found', value: [...rows.values()] };
    known = all;
  }
  return { outcome: 'unclear', why: 'search-restless', reason: 'the search kept changing while it was read' };
}
