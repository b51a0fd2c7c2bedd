import { LIMITS } from '../../../contract/access/limits.ts';
import { mayBeMoney } from '../../../contract/redemption/row-status.ts';
import { issuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Issuer, IssuerTransaction, Period } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import { issuerUnclear } from '../../platform/http/problem.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import type { Offset } from '../operation/snapshot.ts';
import { candidatePeriod, mayBeOurs } from '../settle/candidates.ts';
import { noSuchRow, searchUnproved } from './problems.ts';

export interface RowDeps extends Pick<Ports, 'shop' | 'clock'> {
  readonly journal: Pick<TenderJournal, 'claimed' | 'mid' | 'sisterMids'>;
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  readonly mirror: Pick<Mirror, 'after' | 'proveNow' | 'rowsOf'>;
}

export interface RowSearch {
  readonly kind: 'capture' | 'refund';
  readonly ref: string;
  /**
   * Our times of the first and the last attempt. A row more than a day after the last one cannot
   * belong to the operation.
   */
  readonly since: number;
  readonly sentAt: number;
  readonly offset: Offset;
  /** Ids of rows that existed before the operation. */
  readonly seen: readonly string[];
}

/**
 * Reads the row that a manager named, fresh from the issuer.
 * @throws Problem `no-such-row` if search does not show it or it cannot belong to this operation;
 * `issuer-unclear`, `search-unproved`
 */
export async function rowById(deps: RowDeps, search: RowSearch, transactionId: string): Promise<IssuerTransaction> {
  const named = async () => (await storedRows(deps, search)).find((row) => row.transactionId === transactionId);
  const glanced = await deps.mirror.after(deps.clock.monotonic());
  const row = glanced.outcome === 'ended' ? await named() : undefined;
  if (row) return row;
  await prove(deps, search);
  const late = await named();
  if (!late) throw noSuchRow();
  return late;
}

/**
 * Reads every row that could belong to this operation, fresh and completely. Rows of other shops
 * and rows claimed by other operations are left out.
 * @throws Problem `issuer-unclear` if a row could not be read, `search-unproved` if the issuer
 * answered but the result was incomplete
 */
export async function unclaimedRows(deps: RowDeps, search: RowSearch): Promise<IssuerTransaction[]> {
  await prove(deps, search);
  return visibleRows(deps, search);
}

/** As {@link rowById}, from the stored rows only. */
export async function visibleRows(deps: RowDeps, search: RowSearch): Promise<IssuerTransaction[]> {
  const rows = await storedRows(deps, search);
  const [mid, sisterMids] = await Promise.all([deps.journal.mid(deps.shop), deps.journal.sisterMids(deps.shop)]);
  const ids = rows.map(({ transactionId }) => transactionId);
  const claimed = await deps.journal.claimed(deps.shop, ids);
  return rows.filter((row) => mayBeOurs(row, { mid, sisterMids }) && !claimed.has(row.transactionId));
}

async function prove(deps: RowDeps, search: RowSearch): Promise<void> {
  const { clock, mirror } = deps;
  const proof = await waitAtMost(
    clock,
    LIMITS.readingMaxMs,
    mirror.proveNow({ ref: search.ref, period: periodOf(deps, search) }),
  );
  if (proof === null) throw searchUnproved();
  if (proof.outcome === 'failed') throw proof.trouble === null ? issuerUnclear() : searchUnproved();
}

function periodOf({ issuer, clock }: RowDeps, { since, sentAt, offset }: RowSearch): Period {
  const clocks = offset ?? issuer.clockOffset();
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const until = Math.min(now, issuerTime(sentAt, clocks) + LIMITS.sweepBackMs);
  return candidatePeriod(issuerTime(since, clocks), until, clocks?.errorMs ?? 0);
}

/**
 * Returns stored rows of the right kind and time that name the voucher, may be money and are new.
 */
async function storedRows(deps: RowDeps, search: RowSearch): Promise<IssuerTransaction[]> {
  const { from, to } = periodOf(deps, search);
  const rows = await deps.mirror.rowsOf(search.ref);
  return rows.filter(
    (row) =>
      row.type === search.kind &&
      mayBeMoney(row) &&
      (row.createdAt === null || (row.createdAt >= from && row.createdAt <= to)) &&
      !search.seen.includes(row.transactionId),
  );
}
