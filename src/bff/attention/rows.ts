import { LIMITS } from '../../contract/limits.ts';
import type { Clock } from '../base/ports.ts';
import type { Issuer, IssuerTransaction, Period } from '../issuer/port.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import type { Offset } from '../operation/snapshot.ts';
import { candidatePeriod, issuerTime, latestIssuerTime, mayBeOurs, splitAt, usingValue } from '../settle/candidates.ts';
import { type ReadingOptions, readPeriodTwice, troubleOf } from '../settle/reading.ts';
import { hoursOf } from '../settle/sweep.ts';
import { issuerUnclear, noSuchRow, searchUnproved } from './problems.ts';

export interface RowDeps {
  readonly shop: string;
  readonly journal: Pick<TenderJournal, 'claimed' | 'mid'>;
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
 * @throws Problem `no-such-row` when search does not show it, or it cannot be this operation's; `issuer-unclear`, `search-unproved`
 */
export async function rowById(deps: RowDeps, search: RowSearch, transactionId: string): Promise<IssuerTransaction> {
  for await (const rows of rowsOf(deps, search)) {
    const row = rows.find((known) => known.transactionId === transactionId);
    if (row) return row;
  }
  throw noSuchRow();
}

/**
 * Every row that could be this operation's, is not known to be another shop's and belongs to no operation here, read anew to the end.
 * @throws Problem `issuer-unclear` when any of it could not be read, `search-unproved` when the issuer answered and it was not complete all the same
 */
export async function unclaimedRows(deps: RowDeps, search: RowSearch): Promise<IssuerTransaction[]> {
  const rows = new Map<string, IssuerTransaction>();
  for await (const some of rowsOf(deps, search)) for (const row of some) rows.set(row.transactionId, row);
  const mid = await deps.journal.mid(deps.shop);
  const claimed = await deps.journal.claimed(deps.shop, [...rows.keys()]);
  return [...rows.values()].filter((row) => mayBeOurs(row, mid) && !claimed.has(row.transactionId));
}

/** The rows of a search, hour by hour and last of all what a clock that is ahead could have made, all within the time that a manager may wait. */
async function* rowsOf(deps: RowDeps, search: RowSearch): AsyncGenerator<readonly IssuerTransaction[]> {
  const { clock } = deps;
  const beganMs = clock.monotonic();
  const tooLong = () => clock.monotonic() - beganMs > LIMITS.readingMaxMs;
  const { held, ahead } = periodsOf(deps, search);
  for (const part of [...hoursOf(held), ...(ahead ? [ahead] : [])]) yield await rowsIn(deps, search, part, { tooLong });
}

function periodsOf({ issuer, clock }: RowDeps, { since, sentAt, offset }: RowSearch): ReturnType<typeof splitAt> {
  const clocks = offset ?? issuer.clockOffset();
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const until = Math.min(now, issuerTime(sentAt, clocks) + LIMITS.sweepBackMs);
  const period = candidatePeriod(issuerTime(since, clocks), until, clocks?.errorMs ?? 0);
  return splitAt(period, latestIssuerTime(clock.now(), issuer.clockOffset()));
}

/** Rows of the right kind that name the voucher, did not fail and were not there before. */
async function rowsIn(
  { issuer }: RowDeps,
  { kind, ref, seen }: RowSearch,
  period: Period,
  options: ReadingOptions,
): Promise<IssuerTransaction[]> {
  const names = (row: IssuerTransaction) => usingValue(row, ref) !== undefined;
  const reading = await readPeriodTwice(issuer, period, names, options);
  if (reading.outcome !== 'found') throw troubleOf(reading) === null ? issuerUnclear() : searchUnproved();
  return reading.value.filter((row) => row.type === kind && row.succeeded !== false && names(row) && !seen.includes(row.transactionId));
}
