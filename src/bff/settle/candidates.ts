import { LIMITS } from '../../contract/limits.ts';
import { isItems, magnitude, type Worth } from '../../contract/money.ts';
import { refIdentity } from '../../contract/voucher.ts';
import type { ClockOffset, IssuerTransaction, Period } from '../issuer/port.ts';
import type { Snapshot } from '../journal/facts.ts';

/** The tender whose outcome is not known, as far as rows of the issuer can be compared with it. */
export interface Wanted {
  readonly ref: string;
  readonly requested: Worth;
  readonly snapshot: Snapshot | null;
  /** When SENT was written, in the issuer's time, and how far that may be wrong. */
  readonly sentAt: number;
  readonly errorMs: number;
  /** Our mid; null when no answer has told it yet. */
  readonly mid: string | null;
}

/** What one complete scan of the issuer's transactions says about a tender. */
export type Weighed =
  | { readonly verdict: 'captured'; readonly row: IssuerTransaction }
  /** Rows that a person has to judge. */
  | { readonly verdict: 'manager'; readonly reason: string }
  /** An authorization whose capture may still come. */
  | { readonly verdict: 'half-way' }
  | { readonly verdict: 'nothing' };

/** Our time put into the issuer's. */
export function issuerTime(ourMs: number, offset: ClockOffset | null): number {
  return ourMs + (offset?.offsetMs ?? 0);
}

/** The period in which a capture of this tender may have been created, in the issuer's time, padded for clocks that disagree. */
export function candidatePeriod(sentAt: number, now: number, errorMs: number): Period {
  const pad = errorMs + LIMITS.candidatePadMs;
  return { from: sentAt - pad, to: now + pad };
}

/**
 * Compares the rows of a complete scan with a tender. Exactly one fitting capture is the tender's; rows that nearly fit are a person's to
 * judge; an unclaimed authorization without a capture means that the issuer may still be at work.
 * @param claimed ids that belong to other tenders
 */
export function weigh(wanted: Wanted, rows: readonly IssuerTransaction[], claimed: ReadonlySet<string>, now: number): Weighed {
  const period = candidatePeriod(wanted.sentAt, now, wanted.errorMs);
  const seen = new Set(wanted.snapshot?.seen);
  const near = rows.filter(
    (row) =>
      usingValue(row, wanted.ref) !== undefined && row.succeeded !== false && isWithin(row.createdAt, period) && mayBeOurs(row, wanted.mid),
  );
  const captures = near.filter((row) => row.type === 'capture');
  const [only, ...more] = captures.filter((row) => !claimed.has(row.transactionId) && !seen.has(row.transactionId));
  if (!only) {
    /* Each redemption makes one of each, so an authorization too many is one whose capture may still come. */
    const authorizations = near.filter((row) => row.type === 'authorization');
    return { verdict: authorizations.length > captures.length ? 'half-way' : 'nothing' };
  }
  if (more.length > 0) return { verdict: 'manager', reason: `${more.length + 1} captures of this voucher could be this one` };
  if (!fits(only, wanted, rows))
    return { verdict: 'manager', reason: 'a capture of this voucher differs in amount, currency, status or shop' };
  return { verdict: 'captured', row: only };
}

/** The amount that a row gives for this ref; null when it gives none, undefined when the row is about other vouchers. */
function usingValue(row: IssuerTransaction, ref: string): number | null | undefined {
  const entry = row.vouchers.find((voucher) => refIdentity(voucher.ref) === refIdentity(ref));
  if (!entry) return undefined;
  return entry.usingValue ?? (row.vouchers.length === 1 ? row.amount : null);
}

function isWithin(createdAt: number | null, period: Period): boolean {
  /* A row without a time cannot be ruled out. */
  return createdAt === null || (createdAt >= period.from && createdAt <= period.to);
}

/** Rows of other shops of the merchant are not ours; a row without a shop, or a shop that does not know its mid, cannot rule anything out. */
function mayBeOurs(row: IssuerTransaction, mid: string | null): boolean {
  return mid === null || row.mid === '' || row.mid === mid;
}

/** Every word of the row agrees with the tender. Until our mid is known, the scan has to show one shop only. */
function fits(row: IssuerTransaction, wanted: Wanted, rows: readonly IssuerTransaction[]): boolean {
  const currency = isItems(wanted.requested) ? '' : wanted.requested.currency;
  const oneShop = rows.every((other) => other.mid === row.mid);
  return (
    row.succeeded === true &&
    row.createdAt !== null &&
    usingValue(row, wanted.ref) === magnitude(wanted.requested) &&
    (row.currency === '' || row.currency === currency) &&
    row.mid !== '' &&
    (wanted.mid === null ? oneShop : row.mid === wanted.mid)
  );
}

/** Rows may be this much older than they look before they count as certainly later than the snapshot. */
const SNAPSHOT_MARGIN_MS = 5_000;

/**
 * The balance equation: what left the voucher since the snapshot is fully explained by rows that are certainly later than it. A row that may
 * be older explains nothing, and neither does one without a time or an amount.
 * @param remainingNow minor units or items that a check tells now
 */
export function balanceExplained(
  wanted: Wanted,
  rows: readonly IssuerTransaction[],
  remainingNow: number,
  offset: ClockOffset | null,
): boolean {
  const { snapshot } = wanted;
  if (snapshot?.remaining == null) return false;
  const after = issuerTime(snapshot.at, offset) + SNAPSHOT_MARGIN_MS + (offset?.errorMs ?? 0);
  let explained = 0;
  for (const row of rows) {
    const value = usingValue(row, wanted.ref);
    if (value === undefined || row.succeeded === false || row.createdAt === null || row.createdAt <= after) continue;
    if (row.type === 'capture') explained += value ?? Number.NaN;
    if (row.type === 'refund') explained -= value ?? Number.NaN;
  }
  return snapshot.remaining - remainingNow === explained;
}
