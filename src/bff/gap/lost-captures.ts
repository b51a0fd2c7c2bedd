import { LIMITS } from '../../contract/limits.ts';
import { magnitude, type Worth } from '../../contract/money.ts';
import { issuerTime } from '../issuer/issuer-time.ts';
import type { Issuer, IssuerTransaction, Period } from '../issuer/port.ts';
import type { OrphanJournal } from '../journal/orphan-store.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { isInCurrency, mayBeOurs, usingValue } from '../settle/candidates.ts';
import { needsExplaining } from '../settle/sweep.ts';
import type { Gap } from '../store/journal-gaps.ts';
import { journalGap } from './problems.ts';

export interface LostCapturesDeps {
  readonly shop: string;
  readonly journal: Pick<TenderJournal, 'claimed' | 'mid'>;
  readonly orphans: Pick<OrphanJournal, 'open'>;
  readonly mirror: Pick<Mirror, 'rowsOf' | 'unclaimed' | 'cover'>;
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  /** W of settling, milliseconds. */
  readonly settleWindowMs: number;
}

/** What is asked for anew, though the journal may have lost it. */
export interface AskedAnew {
  readonly ref: string;
  readonly requested: Worth;
}

/**
 * Finds the issuer's rows of a gap that nothing in the journal explains.
 *
 * Whoever has no memory of the gap, a program or a till that was enrolled since, cannot tell whether it
 * asks for the first time. The issuer's rows can.
 */
export interface LostCaptures {
  /** Whether a redemption that was lost in the gap may be what is asked for. @throws Problem 503 `journal-gap` */
  mayHold(gap: Gap, asked: AskedAnew): Promise<boolean>;
  /** Refunds of just so much that were made in the gap and that the journal lacks. @throws Problem 503 `journal-gap` */
  refundsOf(gap: Gap, asked: AskedAnew): Promise<readonly IssuerTransaction[]>;
  /** Whether any capture of the gap is still unexplained. */
  isAnyLeft(gap: Gap): Promise<boolean>;
}

export function createLostCaptures(deps: LostCapturesDeps): LostCaptures {
  const { shop, journal, orphans, mirror, issuer, settleWindowMs } = deps;

  /** When rows of what the gap lost were made, in the issuer's time. */
  function periodOf({ fromAt, foundAt }: Gap): Period {
    const offset = issuer.clockOffset();
    const pad = LIMITS.candidatePadMs + (offset?.errorMs ?? 0);
    return { from: issuerTime(fromAt, offset) - pad, to: issuerTime(foundAt, offset) + settleWindowMs + pad };
  }

  /** Makes sure that the rows are in the table: a manager may have opened the shop before they were. */
  async function assertRead(gap: Gap): Promise<void> {
    if (gap.isOverruled && (await mirror.cover(periodOf(gap))).outcome === 'failed') throw journalGap();
  }

  /** Rows of the voucher from the gap that no operation explains; what is listed for a manager is not explained. */
  async function unexplained(gap: Gap, kind: 'capture' | 'refund', ref: string): Promise<readonly IssuerTransaction[]> {
    await assertRead(gap);
    const { from, to } = periodOf(gap);
    const mid = await journal.mid(shop);
    const rows = (await mirror.rowsOf(ref)).filter(
      ({ createdAt, ...row }) =>
        row.type === kind && row.succeeded !== false && (createdAt === null || (createdAt >= from && createdAt <= to)),
    );
    const ours = rows.filter((row) => mayBeOurs(row, mid));
    if (ours.length === 0) return ours;
    const ids = ours.map(({ transactionId }) => transactionId);
    const claimed = await journal.claimed(shop, ids);
    const listed = await listedRows();
    return ours.filter(({ transactionId }) => !claimed.has(transactionId) || listed.has(transactionId));
  }

  async function listedRows(): Promise<ReadonlySet<string>> {
    return new Set((await orphans.open(shop)).map(({ row }) => row.transactionId));
  }

  return {
    async mayHold(gap, { ref, requested }) {
      const rows = await unexplained(gap, 'capture', ref);
      return rows.some((row) => isInCurrency(row, requested) && (usingValue(row, ref) ?? 0) <= magnitude(requested));
    },
    async refundsOf(gap, { ref, requested }) {
      const rows = await unexplained(gap, 'refund', ref);
      return rows.filter((row) => isInCurrency(row, requested) && usingValue(row, ref) === magnitude(requested));
    },
    async isAnyLeft(gap) {
      const { from, to } = periodOf(gap);
      const isOfGap = (createdAt: number | null) => createdAt === null || (createdAt >= from && createdAt <= to);
      const mid = await journal.mid(shop);
      /* Without our mid nobody can tell which rows are ours. */
      if (mid === null) return true;
      if ((await orphans.open(shop)).some(({ row }) => isOfGap(row.at === null ? null : Date.parse(row.at)))) return true;
      const rows = await mirror.unclaimed({ mid, type: 'capture', since: from });
      return rows.some((row) => needsExplaining(row, 'capture', mid) && isOfGap(row.createdAt));
    },
  };
}
