import type { Asked, Issuer, IssuerTransaction, Period } from '../issuer/port.ts';

/** More pages than any honest period needs; a service that never stops giving new rows is not understood. */
const PAGES_MAX = 200;

/**
 * Reads every row of a period once. The issuer gives no total and no marker, and may cap a page below what was asked, so the end is a
 * page without anything new, or the word that there is no such page. Rows that come twice are one.
 * @returns `unclear` when any page could not be had: half a scan proves nothing
 */
export async function readPeriod(
  issuer: Pick<Issuer, 'searchPage'>,
  period: Period,
  signal?: AbortSignal,
): Promise<Asked<IssuerTransaction[]>> {
  const rows = new Map<string, IssuerTransaction>();
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = await issuer.searchPage(period, page, signal);
    if (asked.outcome === 'absent' && page > 0) return { outcome: 'found', value: [...rows.values()] };
    if (asked.outcome !== 'found') return asked;
    const before = rows.size;
    for (const row of asked.value) rows.set(row.transactionId, row);
    if (rows.size === before) return { outcome: 'found', value: [...rows.values()] };
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
  signal?: AbortSignal,
  passesMax = 4,
): Promise<Asked<IssuerTransaction[]>> {
  let last: string | null = null;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const asked = await readPeriod(issuer, period, signal);
    if (asked.outcome !== 'found') return asked;
    const ids = asked.value
      .map(({ transactionId }) => transactionId)
      .sort()
      .join(' ');
    if (ids === last) return asked;
    last = ids;
  }
  return { outcome: 'unclear', reason: 'the search kept changing while it was read' };
}
