import type { IssuerTransaction, Period } from '../../bff/issuer/port.ts';
import type { ModelIssuer } from './model-issuer.ts';
import { rowAt } from './row-search.ts';

/** A capture of a voucher that is unknown here, by default of another shop. */
export function otherRow(transactionId: string, createdAt: number, mid = '000000000000099'): IssuerTransaction {
  return rowAt(createdAt, transactionId, {
    mid,
    amount: 100,
    vouchers: [{ ref: `ref${transactionId}`, usingValue: 100, productCode: null, productLabel: null, actions: [] }],
  });
}

/** Index of the first row, newest first, that is not newer than `at`. */
export function lowerBound(rows: readonly IssuerTransaction[], at: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rows[middle]?.createdAt ?? 0) > at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows of other shops, evenly over a period, newest first, as a large merchant's search shows them. */
export function crowd(issuer: ModelIssuer, count: number, { from, to }: Period) {
  const { searchPage } = issuer;
  const rows = Array.from({ length: count }, (_, index) => otherRow(`o-${index}`, to - Math.floor(((to - from) * index) / count)));
  let isBroken = false;
  issuer.searchPage = async (period, page, signal) => {
    if (isBroken && period.from < to && period.to > from) return { outcome: 'unclear', reason: 'a row without an id' };
    const ours: IssuerTransaction[] = [];
    for (let own = 0; ; own += 1) {
      const asked = await searchPage(period, own, signal);
      if (asked.outcome !== 'found') return asked;
      if (asked.value.length === 0) break;
      ours.push(...asked.value);
    }
    const all = [...ours, ...rows.slice(lowerBound(rows, period.to), lowerBound(rows, period.from - 1))];
    return { outcome: 'found', value: all.slice(page * 100, (page + 1) * 100) };
  };
  return { breaks: (broken: boolean) => void (isBroken = broken) };
}
