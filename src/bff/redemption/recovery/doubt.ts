import { isKeyId } from '../../../contract/access/key.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type Money, magnitude, type VoucherValue } from '../../../contract/money/money.ts';
import { mayHaveMoved } from '../../../contract/redemption/row-status.ts';
import { issuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Issuer, IssuerTransaction, Period } from '../../issuer/port.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';
import type { OrphanJournal } from '../journal/orphan-store.ts';
import { isContestedRefund } from '../journal/refund-facts.ts';
import type { RefundJournal } from '../journal/refund-store.ts';
import { isContested } from '../journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { isInCurrency, mayBeOurs, usingValue } from '../settle/candidates.ts';
import { refundedValue } from '../settle/refund-case.ts';
import { needsExplaining } from '../settle/sweep.ts';
import { DECIDED_FOR_MS, DOUBT_CLOCK_SET_MS } from './limits.ts';
import { journalGap } from './problems.ts';

export interface DoubtDeps {
  readonly shop: Scope;
  readonly journal: Pick<TenderJournal, 'claimed' | 'capturesOf' | 'mid' | 'sisterMids' | 'ofVoucher' | 'refundable'>;
  readonly refunds: Pick<RefundJournal, 'ofTender'>;
  readonly orphans: Pick<OrphanJournal, 'began' | 'open' | 'unexplained'>;
  readonly mirror: Pick<Mirror, 'rowsOf' | 'unclaimed'>;
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly gaps: Pick<GapStore, 'earliestFrom'>;
  readonly settleWindowMs: number;
  /** True if the issuer's rows of a gap have been read. */
  readonly areRowsRead: (gap: Gap) => boolean;
}

/** A redemption requested by a caller that has no record of the time of the gap. */
export interface PerhapsRepeated {
  readonly ref: string;
  readonly requested: VoucherValue;
  readonly deviceId: string;
}

export interface UncertainSale {
  /**
   * Time when the sale's link or its first redemption was written, our clock; null if neither is
   * known.
   */
  readonly openedAt: number | null;
  /** The amount that a register requested by link; null for other sales. */
  readonly due: Money | null;
  readonly hasTaken: boolean;
  /** True if the redeemed amount covers the amount due. */
  readonly isPaid: boolean;
}

/** Refunds at the issuer that may have refunded a tender and that the journal lacks. */
export interface LostRefunds {
  readonly rows: readonly IssuerTransaction[];
  /** True if the only row can belong to no other tender. */
  readonly isSure: boolean;
}

/**
 * Decides whether a gap still leaves an id, a sale, a voucher or a refund in doubt. A doubt ends
 * when a manager attaches the capture or closes its case. If a capture names the same voucher, or
 * the sale began in the gap, the doubt lasts longer, because a closed case does not record whose
 * capture it was.
 */
export interface Doubt {
  /** False until the issuer's rows of a gap have been read. */
  isRead(gap: Gap): boolean;
  /** True while any capture of the gap may belong to an operation that the journal lost. */
  isAnyOpen(gap: Gap): Promise<boolean>;
  /** True if the journal may lack a redemption of a sale. */
  ofSale(gap: Gap, sale: UncertainSale): Promise<boolean>;
  /**
   * True if a requested redemption may have been sent before the journal lost it.
   * @throws Problem 503 `journal-gap` until the rows have been read
   */
  ofVoucher(gap: Gap, requested: PerhapsRepeated): Promise<boolean>;
  /** @throws Problem 503 `journal-gap` until the rows have been read */
  ofRefund(gap: Gap, tender: TenderRecord): Promise<LostRefunds>;
}

export function createDoubt(deps: DoubtDeps): Doubt {
  const { shop, journal, orphans, mirror, issuer, clock, areRowsRead } = deps;

  const toIssuer = (at: number) => issuerTime(at, issuer.clockOffset());

  /**
   * Returns the period (issuer's time) of the rows of operations that this gap or an earlier one
   * lost. It begins no earlier than the journal, because older rows are never listed, so that no
   * manager could end a doubt about them.
   */
  async function periodOf(gap: Gap, padMs: number): Promise<Period> {
    const from = (await deps.gaps.earliestFrom()) ?? gap.fromAt;
    const began = toIssuer(await orphans.began(shop));
    return {
      from: Math.max(toIssuer(from) - padMs, began),
      to: toIssuer(gap.foundAt) + deps.settleWindowMs + DOUBT_CLOCK_SET_MS,
    };
  }

  /** Returns rows of a voucher that may be ours. */
  async function rowsOf(gap: Gap, ref: string): Promise<readonly IssuerTransaction[]> {
    if (!areRowsRead(gap)) throw journalGap();
    const ours = { mid: await journal.mid(shop), sisterMids: await journal.sisterMids(shop) };
    return (await mirror.rowsOf(ref)).filter((row) => mayHaveMoved(row) && mayBeOurs(row, ours));
  }

  async function isAnyOpen(gap: Gap): Promise<boolean> {
    if (!areRowsRead(gap)) return true;
    const mid = await journal.mid(shop);
    /* Without our mid, it is unknown which rows are ours. */
    if (mid === null) return true;
    const period = await periodOf(gap, DOUBT_CLOCK_SET_MS);
    const listed = await orphans.open(shop);
    if (listed.some(({ row }) => isWithin(dateOf(row.at), period))) return true;
    const since = Math.max(toIssuer(gap.fromAt) - DOUBT_CLOCK_SET_MS, period.from);
    const rows = await mirror.unclaimed({ mid, type: 'capture', since });
    return rows.some((row) => needsExplaining(row, 'capture', mid) && isWithin(row.createdAt, period));
  }

  return {
    isRead: areRowsRead,
    isAnyOpen,
    async ofSale(gap, { openedAt, due, hasTaken, isPaid }) {
      if (openedAt !== null && openedAt > gap.foundAt + LIMITS.sameLinkMs) return false;
      const isOpenedSince = openedAt !== null && openedAt >= gap.foundAt;
      if (isOpenedSince && isPaid) return false;
      if (await isAnyOpen(gap)) return true;
      if (due === null || (isOpenedSince && hasTaken)) return false;
      const { from, to } = await periodOf(gap, DOUBT_CLOCK_SET_MS);
      const opened = isOpenedSince || openedAt === null ? from : toIssuer(openedAt) - LIMITS.candidatePadMs;
      const closed = await orphans.unexplained(shop, gap.fromAt - DOUBT_CLOCK_SET_MS);
      return closed.some(
        ({ row }) =>
          (row.currency === '' || (row.currency === due.currency && (row.amount ?? 0) <= due.amount)) &&
          isWithin(dateOf(row.at), { from: Math.max(from, opened), to }),
      );
    },
    async ofVoucher(gap, requested) {
      if (clock.now() - gap.foundAt > LIMITS.sentAgoMsMax) return false;
      const period = await periodOf(gap, DOUBT_CLOCK_SET_MS);
      const fitting = (await rowsOf(gap, requested.ref)).filter(
        (row) =>
          row.type === 'capture' &&
          isInCurrency(row, requested.requested) &&
          (usingValue(row, requested.ref) ?? 0) <= magnitude(requested.requested) &&
          isWithin(row.createdAt, period),
      );
      if (fitting.length === 0) return false;
      const explained = await journal.capturesOf(shop, requested.ref);
      const isLeft = fitting.some(({ transactionId }) => !explained.has(transactionId));
      return isLeft && !(await wasDecided(deps, requested));
    },
    async ofRefund(gap, tender) {
      const { ref, id, status } = tender;
      const value = refundedValue(tender);
      const same = (await rowsOf(gap, ref)).filter(
        (row) => isInCurrency(row, value) && usingValue(row, ref) === magnitude(value),
      );
      const captures = same.filter(({ type }) => type === 'capture');
      const capture = captures.find(({ transactionId }) => transactionId === status.capture?.captureId);
      const { from, to } = await periodOf(gap, LIMITS.candidatePadMs);
      const period = { from: Math.max(from, capture?.createdAt ?? from), to };
      const dismissed = await dismissedRows(deps, id);
      const refunds = same.filter(
        (row) => row.type === 'refund' && isWithin(row.createdAt, period) && !dismissed.has(row.transactionId),
      );
      const ids = refunds.map(({ transactionId }) => transactionId);
      const claimed = await journal.claimed(shop, ids);
      const rows = refunds.filter(({ transactionId }) => !claimed.has(transactionId));
      if (rows.length === 0) return { rows, isSure: false };
      const explained = await journal.capturesOf(shop, ref);
      const alike = (await journal.refundable(shop, ref)).filter(
        (other) => other.status.capture?.captured === status.capture?.captured,
      );
      const areExplained = captures.every(({ transactionId }) => explained.has(transactionId));
      return { rows, isSure: rows.length === 1 && alike.length === 1 && areExplained };
    },
  };
}

/** A request right after a manager's decision counts as a first request. */
async function wasDecided({ journal, shop, clock }: DoubtDeps, { ref, deviceId }: PerhapsRepeated): Promise<boolean> {
  if (isKeyId(deviceId)) return false;
  return (await journal.ofVoucher(shop, ref)).some(
    ({ facts, status, device }) =>
      device.id === deviceId &&
      isContested(facts) &&
      status.state === 'not_captured' &&
      clock.now() - status.changedAt < DECIDED_FOR_MS,
  );
}

/** Returns refunds that a manager declared not to belong to this tender. */
async function dismissedRows({ refunds, shop }: DoubtDeps, tenderId: string): Promise<ReadonlySet<string>> {
  const closed = (await refunds.ofTender(shop, tenderId)).filter(
    ({ facts, status }) => status.state === 'not_refunded' && isContestedRefund(facts),
  );
  return new Set(
    closed.flatMap(({ status }) => status.call?.candidates.map(({ transactionId }) => transactionId) ?? []),
  );
}

function dateOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

/** A row without a time cannot be ruled out. */
function isWithin(at: number | null, { from, to }: Period): boolean {
  return at === null || (at >= from && at <= to);
}
