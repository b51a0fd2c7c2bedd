import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, magnitude, type Worth } from '../../../contract/money/money.ts';
import type { EvidenceCode } from '../../../contract/voucher/evidence.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import { issuerTime } from '../../issuer/issuer-time.ts';
import type { ClockOffset, IssuerTransaction, Period } from '../../issuer/port.ts';
import type { Snapshot } from '../operation/snapshot.ts';

/** What rows of the issuer are compared with: an operation whose outcome is not known. */
export interface Wanted {
  /** What its success would show as. */
  readonly kind: 'capture' | 'refund';
  readonly ref: string;
  readonly requested: Worth;
  readonly snapshot: Snapshot | null;
  /** When SENT was written, in the issuer's time, and how far that may be wrong. */
  readonly sentAt: number;
  readonly errorMs: number;
  /**
   * False where nobody knows how wrong `sentAt` is: the issuer's clock was not known at SENT, or
   * only roughly because ours had been set.
   */
  readonly isSentAtSure: boolean;
  /** Our mid; null when no answer has told it yet. */
  readonly mid: string | null;
  /** The mids that search shows in the period. Until ours is known it has to be one only. */
  readonly mids: readonly string[];
}

/** Where a row without a time is put when it must not count as new. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** What one complete reading of the issuer's transactions says about an operation. */
export type Weighed =
  | { readonly verdict: 'found'; readonly row: IssuerTransaction }
  /**
   * It fits, but the balance has to agree: its status is a new word, or search did not tell what
   * was there before the attempt.
   */
  | { readonly verdict: 'likely'; readonly row: IssuerTransaction; readonly mayBeOlder: boolean }
  /** Rows that a person has to judge. */
  | {
      readonly verdict: 'manager';
      readonly code: EvidenceCode;
      readonly reason: string;
      readonly rows: readonly IssuerTransaction[];
    }
  /** Our row may still come out of what goes on with this voucher; after W a person judges it. */
  | {
      readonly verdict: 'half-way';
      readonly code: EvidenceCode;
      readonly reason: string;
      readonly rows: readonly IssuerTransaction[];
    }
  | { readonly verdict: 'nothing' };

/** In which time of the issuer a row of this operation may lie, padded for clocks that disagree. */
export function candidatePeriod(sentAt: number, now: number, errorMs: number): Period {
  const pad = errorMs + LIMITS.candidatePadMs;
  return { from: sentAt - pad, to: now + pad };
}

/**
 * Compares the rows of a complete reading with an operation.
 *
 * Exactly one fitting row is the operation's; rows that nearly fit are a person's to judge. An
 * unclaimed authorization without a capture means that the issuer may still be at work. A new
 * capture of this voucher under another mid may be ours, because the mid that we go by may not be
 * the one that search shows; so it never counts as nothing.
 * @param claimed ids that belong to other operations
 */
export function weigh(
  wanted: Wanted,
  rows: readonly IssuerTransaction[],
  claimed: ReadonlySet<string>,
  now: number,
): Weighed {
  const period = candidatePeriod(wanted.sentAt, now, wanted.errorMs);
  const seen = new Set(wanted.snapshot?.seen);
  const near = rows.filter(
    (row) => namesVoucher(row, wanted.ref) && row.succeeded !== false && isWithin(row.createdAt, period),
  );
  const ours = near.filter((row) => mayBeOurs(row, wanted.mid));
  const isNewRow = ({ type, transactionId }: IssuerTransaction) =>
    type === wanted.kind && !claimed.has(transactionId) && !seen.has(transactionId);
  const candidates = ours.filter(isNewRow);
  const [only, ...more] = candidates;
  if (!only) return halfWay(wanted.kind, ours, near.filter(isNewRow));
  if (more.length > 0) {
    const reason = `${candidates.length} rows of this voucher could be this one`;
    return { verdict: 'manager', code: 'several-fit', reason, rows: candidates };
  }
  if (!fits(only, wanted, rows)) {
    const reason = 'a row of this voucher differs in amount, currency or shop, or has no time';
    return { verdict: 'manager', code: 'row-differs', reason, rows: candidates };
  }
  return taken(only, wanted);
}

/**
 * Judges the one row that fits.
 *
 * Where search told what was there before, what it did not tell is new. Elsewhere the balance has
 * to agree, where it was known.
 */
export function taken(row: IssuerTransaction, wanted: Wanted): Weighed {
  const { snapshot } = wanted;
  const wasSearched = snapshot?.seen != null;
  const mayBeOlder = !wasSearched && !isSinceSent(row, wanted);
  const balanceCanTell = !wasSearched && snapshot?.remaining != null;
  if (row.succeeded === true && !mayBeOlder && !balanceCanTell) return { verdict: 'found', row };
  return { verdict: 'likely', row, mayBeOlder };
}

/** No row fits; whether one may still come. */
function halfWay(
  kind: Wanted['kind'],
  ours: readonly IssuerTransaction[],
  elsewhere: readonly IssuerTransaction[],
): Weighed {
  if (elsewhere.length > 0) {
    return {
      verdict: 'half-way',
      code: 'other-mid',
      reason: `a ${kind} of this voucher stands under another merchant id`,
      rows: elsewhere,
    };
  }
  /* Each redemption makes one of each: an authorization too many may still get its capture. */
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
 * Whether a row was created since the attempt, as far as clocks can tell.
 *
 * One without a time may be of any age. The issuer cuts its times to tenths of a second, so a row
 * from right after SENT may look up to 100 ms older, and then waits for W. That is not allowed for:
 * of two rows that look alike there the other one was made before SENT for certain, and it must
 * never be taken at once.
 */
function isSinceSent({ createdAt }: IssuerTransaction, { sentAt, errorMs, isSentAtSure }: Wanted): boolean {
  return isSentAtSure && (createdAt ?? LONG_AGO) >= sentAt - errorMs;
}

/**
 * The amount that a row gives for this ref, minor units or items.
 * @returns null when it gives none, undefined when the row is about other vouchers
 */
export function usingValue(row: IssuerTransaction, ref: string): number | null | undefined {
  const entry = row.vouchers.find((voucher) => refIdentity(voucher.ref) === refIdentity(ref));
  if (!entry) return undefined;
  return entry.usingValue ?? (row.vouchers.length === 1 ? row.amount : null);
}

/**
 * Whether a row is about the voucher.
 *
 * Until two passes of a search agree on all such rows, nothing follows from it.
 */
export function namesVoucher(row: IssuerTransaction, ref: string): boolean {
  return usingValue(row, ref) !== undefined;
}

function isWithin(createdAt: number | null, period: Period): boolean {
  /* A row without a time cannot be ruled out. */
  return createdAt === null || (createdAt >= period.from && createdAt <= period.to);
}

/**
 * Whether a row may be of our shop; those of the merchant's other shops are not.
 *
 * A row without a shop rules nothing out, and neither does a shop that does not know its mid.
 */
export function mayBeOurs(row: IssuerTransaction, mid: string | null): boolean {
  return mid === null || row.mid === '' || row.mid === mid;
}

/** True when a row is in the currency of `requested`, or names none, as rows of items do. */
export function isInCurrency({ currency }: IssuerTransaction, requested: Worth): boolean {
  return currency === '' || (!isItems(requested) && currency === requested.currency);
}

/**
 * Every word of the row agrees with the tender.
 *
 * Until our mid is known, the reading has to show one shop only.
 */
function fits(row: IssuerTransaction, wanted: Wanted, rows: readonly IssuerTransaction[]): boolean {
  const isOneShop = row.mid !== '' && [...wanted.mids, ...rows.map(({ mid }) => mid)].every((mid) => mid === row.mid);
  return (
    row.createdAt !== null &&
    usingValue(row, wanted.ref) === magnitude(wanted.requested) &&
    isInCurrency(row, wanted.requested) &&
    (wanted.mid === null ? isOneShop : row.mid === wanted.mid)
  );
}

/** So much later than the snapshot a row has to look before it certainly is. */
const SNAPSHOT_MARGIN_MS = 5_000;

/**
 * The balance equation: later rows explain all that left the voucher since the snapshot.
 *
 * A row that may be older explains nothing, and neither does one without a time or an amount. A row
 * that moves money the other way than what is asked about may hide it, where it may be later too:
 * nothing is explained then. Beside a supposed row it may have given back just that, so that the
 * balance agrees with it or without it.
 * @param remainingNow minor units or items that a check tells now
 * @param supposed id of a row that counts as later whatever its time: the equation then tells
 *   whether it moved money
 */
export function balanceExplained(
  wanted: Wanted,
  rows: readonly IssuerTransaction[],
  remainingNow: number,
  offset: ClockOffset | null,
  supposed: string | null = null,
): boolean {
  const { snapshot } = wanted;
  if (snapshot?.remaining == null) return false;
  const after = issuerTime(snapshot.at, offset) + SNAPSHOT_MARGIN_MS + (offset?.errorMs ?? 0);
  const before = after - 2 * (SNAPSHOT_MARGIN_MS + (offset?.errorMs ?? 0)) - LIMITS.candidatePadMs;
  const mayBeLater = ({ transactionId, createdAt }: IssuerTransaction) =>
    !snapshot.seen?.includes(transactionId) && (createdAt === null || createdAt > before);
  let explained = 0;
  let perhaps = 0;
  for (const row of rows) {
    const value = usingValue(row, wanted.ref);
    if (value === undefined || row.succeeded === false) continue;
    const left = row.type === 'capture' ? (value ?? Number.NaN) : row.type === 'refund' ? -(value ?? Number.NaN) : 0;
    if (row.transactionId === supposed || (row.createdAt ?? LONG_AGO) > after) explained += left;
    else if (isOpposite(row, wanted) && mayBeLater(row)) {
      if (supposed === null) return false;
      perhaps += left;
    }
  }
  const since = snapshot.remaining - remainingNow;
  return since === explained || since === explained + perhaps;
}

function isOpposite({ type }: IssuerTransaction, { kind }: Wanted): boolean {
  return type === (kind === 'capture' ? 'refund' : 'capture');
}
