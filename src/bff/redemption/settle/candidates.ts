import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, magnitude, type VoucherValue } from '../../../contract/money/money.ts';
import { mayBeMoney } from '../../../contract/redemption/row-status.ts';
import type { EvidenceCode } from '../../../contract/voucher/evidence.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import { issuerTime } from '../../issuer/issuer-time.ts';
import type { ClockOffset, IssuerTransaction, Period } from '../../issuer/port.ts';
import type { Snapshot } from '../operation/snapshot.ts';
import { SNAPSHOT_MARGIN_MS } from './limits.ts';

/** An operation with an unknown outcome, to compare with rows of the issuer. */
export interface Target {
  /** The type of row that its success would create. */
  readonly kind: 'capture' | 'refund';
  readonly ref: string;
  readonly requested: VoucherValue;
  readonly snapshot: Snapshot | null;
  /** Time when SENT was written, by the issuer's clock, and its possible error. */
  readonly sentAt: number;
  readonly errorMs: number;
  /**
   * False if the error of `sentAt` is unknown: the issuer's clock was unknown at SENT, or only
   * roughly known because ours had been set.
   */
  readonly isSentAtSure: boolean;
  /** Our mid; null until an answer has contained it. */
  readonly mid: string | null;
  /**
   * The mids that search shows in the period. Until ours is known, there has to be exactly one
   * besides those of sister shops.
   */
  readonly mids: readonly string[];
  /** The known mids of the account's other shops. */
  readonly sisterMids: readonly string[];
}

/** The time of a row without a time that must not count as new. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** The verdict of one complete reading of the issuer's transactions on an operation. */
export type RowVerdict =
  | { readonly verdict: 'found'; readonly row: IssuerTransaction }
  /**
   * The row fits, but the balance has to agree, because search did not show the rows from before
   * the attempt.
   */
  | { readonly verdict: 'likely'; readonly row: IssuerTransaction; readonly mayBeOlder: boolean }
  | {
      readonly verdict: 'manager';
      readonly code: EvidenceCode;
      readonly reason: string;
      readonly rows: readonly IssuerTransaction[];
    }
  /** Unfinished activity on this voucher may still become our row; after W, a person judges it. */
  | {
      readonly verdict: 'half-way';
      readonly code: EvidenceCode;
      readonly reason: string;
      readonly rows: readonly IssuerTransaction[];
    }
  | { readonly verdict: 'nothing' };

/**
 * Returns the period (issuer's time) that may contain a row of this operation, padded for clocks
 * that disagree.
 */
export function candidatePeriod(sentAt: number, now: number, errorMs: number): Period {
  const pad = errorMs + LIMITS.candidatePadMs;
  return { from: sentAt - pad, to: now + pad };
}

/**
 * Compares the rows of a complete reading with an operation.
 *
 * Exactly one fitting row is the operation's; a person judges rows that nearly fit. An unclaimed
 * authorization without a capture means that the issuer may still be working, and so does a row
 * without a final status. A row that failed or was reversed proves no redemption. A new capture of
 * this voucher under another mid may be ours, because search may show another mid than the one that
 * we know.
 * @param claimed ids that belong to other operations
 */
export function judgeRows(
  target: Target,
  rows: readonly IssuerTransaction[],
  claimed: ReadonlySet<string>,
  now: number,
): RowVerdict {
  const period = candidatePeriod(target.sentAt, now, target.errorMs);
  const seen = new Set(target.snapshot?.seen);
  const near = rows.filter(
    (row) => namesVoucher(row, target.ref) && row.status !== 'failed' && isWithin(row.createdAt, period),
  );
  const ours = near.filter((row) => mayBeOurs(row, target));
  const isNewRow = (row: IssuerTransaction) =>
    row.type === target.kind && mayBeMoney(row) && !claimed.has(row.transactionId) && !seen.has(row.transactionId);
  const candidates = ours.filter(isNewRow);
  const [only, ...more] = candidates;
  if (!only) return judgeUnfinished(target.kind, ours, near.filter(isNewRow));
  if (more.length > 0) {
    const reason = `${candidates.length} transactions of this voucher could be this one`;
    return { verdict: 'manager', code: 'several-fit', reason, rows: candidates };
  }
  if (only.status !== 'succeeded') return judgeUnclearStatus(only);
  if (!fits(only, target, rows)) {
    const reason = 'a transaction of this voucher differs in amount, currency or shop, or has no time';
    return { verdict: 'manager', code: 'row-differs', reason, rows: candidates };
  }
  return judgeFittingRow(only, target);
}

/**
 * Judges the only row that fits and states success. If search showed the rows from before the
 * attempt, the row is new. Otherwise the balance has to agree, if it was known.
 */
export function judgeFittingRow(row: IssuerTransaction, target: Target): RowVerdict {
  const { snapshot } = target;
  const wasSearched = snapshot?.seen != null;
  const mayBeOlder = !wasSearched && !isSinceSent(row, target);
  const balanceDecides = !wasSearched && snapshot?.remaining != null;
  if (!mayBeOlder && !balanceDecides) return { verdict: 'found', row };
  return { verdict: 'likely', row, mayBeOlder };
}

/** A row that does not state its outcome proves none, whatever the balance shows. */
function judgeUnclearStatus(row: IssuerTransaction): RowVerdict {
  const rows = [row];
  if (row.status === 'pending')
    return { verdict: 'half-way', code: 'row-pending', reason: 'the issuer is still processing the transaction', rows };
  const reason = 'the status of the transaction is missing or unknown';
  return { verdict: 'half-way', code: 'row-status-unknown', reason, rows };
}

/** Judges a reading without a fitting row: a row may still appear, or nothing happened. */
function judgeUnfinished(
  kind: Target['kind'],
  ours: readonly IssuerTransaction[],
  elsewhere: readonly IssuerTransaction[],
): RowVerdict {
  if (elsewhere.length > 0) {
    return {
      verdict: 'half-way',
      code: 'other-mid',
      reason: `a ${kind} of this voucher has a different merchant id`,
      rows: elsewhere,
    };
  }
  /* Each redemption creates an authorization and a capture, so an authorization alone may still get
     its capture. */
  const authorizations = ours.filter(({ type }) => type === 'authorization');
  if (kind === 'capture' && authorizations.length > ours.filter(({ type }) => type === 'capture').length) {
    return {
      verdict: 'half-way',
      code: 'authorization-only',
      reason: 'an authorization has no capture',
      rows: authorizations,
    };
  }
  return { verdict: 'nothing' };
}

/**
 * True if a row was created after the attempt, as far as clocks can show.
 *
 * A row without a time may be of any age. The issuer truncates its times to tenths of a second, so
 * a row from right after SENT may look up to 100 ms older, and then waits for W. No tolerance is
 * added, because a row that was really made just before SENT must never be accepted at once.
 */
function isSinceSent({ createdAt }: IssuerTransaction, { sentAt, errorMs, isSentAtSure }: Target): boolean {
  return isSentAtSure && (createdAt ?? LONG_AGO) >= sentAt - errorMs;
}

/**
 * Returns the amount that a row states for this ref, minor units or items.
 * @returns null if it states no amount, undefined if the row is about other vouchers
 */
export function usingValue(row: IssuerTransaction, ref: string): number | null | undefined {
  const entry = row.vouchers.find((voucher) => refIdentity(voucher.ref) === refIdentity(ref));
  if (!entry) return undefined;
  return entry.usingValue ?? (row.vouchers.length === 1 ? row.amount : null);
}

/** True if a row is about the voucher. Proofs compare these rows of two passes. */
export function namesVoucher(row: IssuerTransaction, ref: string): boolean {
  return usingValue(row, ref) !== undefined;
}

function isWithin(createdAt: number | null, period: Period): boolean {
  /* A row without a time cannot be ruled out. */
  return createdAt === null || (createdAt >= period.from && createdAt <= period.to);
}

/**
 * True if a row may be of our shop; false for the merchant's other shops. A row without a shop may
 * be ours, and while our mid is unknown, every row may be that is not of a known shop.
 */
export function mayBeOurs(row: IssuerTransaction, { mid, sisterMids }: Pick<Target, 'mid' | 'sisterMids'>): boolean {
  return row.mid === '' || (mid === null ? !sisterMids.includes(row.mid) : row.mid === mid);
}

/** True if a row is in the currency of `requested`, or names none, as rows of items do. */
export function isInCurrency({ currency }: IssuerTransaction, requested: VoucherValue): boolean {
  return currency === '' || (!isItems(requested) && currency === requested.currency);
}

/**
 * True if every field of the row agrees with the tender. Until our mid is known, the reading has to
 * show one shop only, besides known ones.
 */
function fits(row: IssuerTransaction, target: Target, rows: readonly IssuerTransaction[]): boolean {
  const mids = [...target.mids, ...rows.map(({ mid }) => mid)].filter((mid) => !target.sisterMids.includes(mid));
  const isOneShop = row.mid !== '' && mids.every((mid) => mid === row.mid);
  return (
    row.createdAt !== null &&
    usingValue(row, target.ref) === magnitude(target.requested) &&
    isInCurrency(row, target.requested) &&
    (target.mid === null ? isOneShop : row.mid === target.mid)
  );
}

/**
 * True if the rows after the snapshot account for the whole change of the balance.
 *
 * - A row without a time or an amount, or one that may be older, does not count.
 * - False if a row may have changed the balance, but its status does not tell.
 * - False if a row in the opposite direction may be later: it could cancel out the supposed row,
 *   and the balance would agree with or without that row.
 * @param remainingNow minor units or items according to a check now
 * @param supposed id of a row that counts as later regardless of its time, to find out if it moved
 * money
 */
export function isBalanceExplained(
  target: Target,
  rows: readonly IssuerTransaction[],
  remainingNow: number,
  offset: ClockOffset | null,
  supposed: string | null = null,
): boolean {
  const { snapshot } = target;
  if (snapshot?.remaining == null) return false;
  const after = issuerTime(snapshot.at, offset) + SNAPSHOT_MARGIN_MS + (offset?.errorMs ?? 0);
  const before = after - 2 * (SNAPSHOT_MARGIN_MS + (offset?.errorMs ?? 0)) - LIMITS.candidatePadMs;
  const mayBeLater = ({ transactionId, createdAt }: IssuerTransaction) =>
    !snapshot.seen?.includes(transactionId) && (createdAt === null || createdAt > before);
  let explained = 0;
  let perhaps = 0;
  for (const row of rows) {
    const value = usingValue(row, target.ref);
    if (value === undefined) continue;
    if (isEffectUnclear(row, target, { before, after })) return false;
    if (row.status !== 'succeeded' && row.status !== 'refunded') continue;
    const left = row.type === 'capture' ? (value ?? Number.NaN) : row.type === 'refund' ? -(value ?? Number.NaN) : 0;
    if (row.transactionId === supposed || (row.createdAt ?? LONG_AGO) > after) explained += left;
    else if (isOpposite(row, target) && mayBeLater(row)) {
      if (supposed === null) return false;
      perhaps += left;
    }
  }
  const since = snapshot.remaining - remainingNow;
  return since === explained || since === explained + perhaps;
}

/**
 * True if it is not certain what a row did to the balance since the snapshot: its outcome is not
 * known, or it was made before the snapshot and failed or was reversed after it.
 */
function isEffectUnclear(
  row: IssuerTransaction,
  target: Target,
  { before, after }: { readonly before: number; readonly after: number },
): boolean {
  const { type, status, createdAt, lastUpdatedAt } = row;
  if (status === 'succeeded' || status === 'refunded' || (type !== 'capture' && type !== 'refund')) return false;
  const changedAt = Math.max(createdAt ?? Number.POSITIVE_INFINITY, lastUpdatedAt ?? LONG_AGO);
  if (status === 'pending' || status === 'unknown') return changedAt > before;
  const mayBeOlder = (createdAt ?? LONG_AGO) <= after && !isSinceSent(row, target);
  if (lastUpdatedAt === null) return mayBeOlder && status === 'reversed';
  return mayBeOlder && changedAt > before && lastUpdatedAt !== createdAt;
}

function isOpposite({ type }: IssuerTransaction, { kind }: Target): boolean {
  return type === (kind === 'capture' ? 'refund' : 'capture');
}
