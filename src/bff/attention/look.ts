import { LIMITS } from '../../contract/limits.ts';
import type { Issuer, IssuerTransaction, Period } from '../issuer/port.ts';
import type { Offset } from '../journal/snapshot.ts';
import type { Journal } from '../journal/store.ts';
import type { Clock } from '../ports.ts';
import { candidatePeriod, issuerTime, mayBeOurs, usingValue } from '../settle/candidates.ts';
import { readPeriodTwice } from '../settle/scan.ts';
import { hoursOf } from '../settle/sweep.ts';
import { issuerUnclear, noSuchRow } from './problems.ts';

export interface LookDeps {
  readonly shop: string;
  readonly journal: Pick<Journal, 'claimed' | 'mid'>;
  readonly issuer: Pick<Issuer, 'searchPage' | 'clockOffset'>;
  readonly clock: Clock;
}

/** Where the rows of one operation may be. */
export interface RowSearch {
  readonly kind: 'capture' | 'refund';
  readonly ref: string;
  /** Our time from which on, and that of the last attempt: what is a day later than that is nothing of it. */
  readonly since: number;
  readonly sentAt: number;
  readonly offset: Offset;
  /** Ids of rows that were there before. */
  readonly seen: readonly string[];
}

/**
 * The row that a manager names, read anew.
 * @throws Problem `no-such-row` when search does not show it, or it cannot be this operation's; `issuer-unclear`
 */
export async function rowById(deps: LookDeps, search: RowSearch, transactionId: string): Promise<IssuerTransaction> {
  for (const hour of hoursOf(periodOf(deps, search))) {
    const row = (await rowsIn(deps, search, hour)).find((known) => known.transactionId === transactionId);
    if (row) return row;
  }
  throw noSuchRow();
}

/**
 * Every row that could be this operation's, is not known to be another shop's and belongs to no operation here, read anew to the end.
 * @throws Problem `issuer-unclear` when any of it could not be read
 */
export async function unclaimedRows(deps: LookDeps, search: RowSearch): Promise<IssuerTransaction[]> {
  const rows = new Map<string, IssuerTransaction>();
  for (const hour of hoursOf(periodOf(deps, search))) {
    for (const row of await rowsIn(deps, search, hour)) rows.set(row.transactionId, row);
  }
  const mid = await deps.journal.mid(deps.shop);
  const claimed = await deps.journal.claimed(deps.shop, [...rows.keys()]);
  return [...rows.values()].filter((row) => mayBeOurs(row, mid) && !claimed.has(row.transactionId));
}

function periodOf({ issuer, clock }: LookDeps, { since, sentAt, offset }: RowSearch): Period {
  const clocks = offset ?? issuer.clockOffset();
  const now = issuerTime(clock.now(), issuer.clockOffset());
  return candidatePeriod(issuerTime(since, clocks), Math.min(now, issuerTime(sentAt, clocks) + LIMITS.sweepBackMs), clocks?.errorMs ?? 0);
}

/** Rows of the right kind that name the voucher, did not fail and were not there before. */
async function rowsIn({ issuer }: LookDeps, { kind, ref, seen }: RowSearch, period: Period): Promise<IssuerTransaction[]> {
  const asked = await readPeriodTwice(issuer, period);
  if (asked.outcome !== 'found') throw issuerUnclear();
  return asked.value.filter(
    (row) => row.type === kind && row.succeeded !== false && usingValue(row, ref) !== undefined && !seen.includes(row.transactionId),
  );
}
