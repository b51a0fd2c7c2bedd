import type { Asked, Issuer, IssuerTransaction, Period } from '../issuer/port.ts';

/** More pages than any honest period needs; a service that never stops giving new rows is not understood. */
const PAGES_MAX = 200;

/** A service that counts pages from 1 gives the first one twice; one that gives nothing new twice in a row has nothing else. */
const STALE_PAGES_MAX = 2;

export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the simulation alone: takes what was read before a page failed for all there is. */
  readonly halfIsFine?: boolean;
}

/**
 * Reads every row of a period once. The issuer gives no total and no marker, and may cap a page below what was asked, so the end is an
 * empty page, the word that there is no such page, or nothing new. Rows that come twice are one.
 * @returns `unclear` when any page could not be had: half a scan proves nothing
 */
export async function readPeriod(
  issuer: Pick<Issuer, 'searchPage'>,
  period: Period,
  { signal, halfIsFine = false }: ScanOptions = {},
): Promise<Asked<IssuerTransaction[]>> {
  const rows = new Map<string, IssuerTransaction>();
  let stale = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = await issuer.searchPage(period, page, signal);
    const isEnd = asked.outcome === 'found' ? asked.value.length === 0 : asked.outcome === 'absent' && page > 0;
    if (isEnd) return { outcome: 'found', value: [...rows.values()] };
    if (asked.outcome !== 'found') return halfIsFine ? { outcome: 'found', value: [...rows.values()] } : asked;
    const before = rows.size;
    for (const row of asked.value) rows.set(row.transactionId, row);
    stale = rows.size === before ? stale + 1 : 0;
    if (stale === STALE_PAGES_MAX) return { outcome: 'found', value: [...rows.values()] };
  }
  return { outcome: 'unclear', reason: `the search did not end within ${PAGES_MAX} pages` };
}

/**
 * Reads a period until two passes in a row show the same ids: rows that move between pages while others arrive are then all there.
 * @param passesMax after so many passes without agreement the scan is unclear
 */
export async function readPeriodTwice(
  issuer: Pick<Issuer, 'searchPage'>,
  period: Period,
  options: ScanOptions = {},
  passesMax = 4,
): Promise<Asked<IssuerTransaction[]>> {
  let last: string | null = null;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const asked = await readPeriod(issuer, period, options);
    if (asked.outcome !== 'found') return asked;
    const ids = JSON.stringify(asked.value.map(({ transactionId }) => transactionId).sort());
    if (ids === last) return asked;
    last = ids;
  }
  return { outcome: 'unclear', reason: 'the search kept changing while it was read' };
}
