import { magnitude, type Worth } from '../../contract/money.ts';
import type { Scope } from '../base/scope.ts';
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
  readonly shop: Scope;
  readonly journal: Pick<TenderJournal, 'claimed' | 'capturesOf' | 'mid'>;
  readonly orphans: Pick<OrphanJournal, 'unexplained'>;
  readonly mirror: Pick<Mirror, 'rowsOf' | 'unclaimed'>;
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  /** W of settling, milliseconds. */
  readonly settleWindowMs: number;
  /**
   * Whether a gap's rows of the issuer were read.
   *
   * They are read on where a manager opened the shop before.
   */
  readonly isThrough: (gap: Gap) => boolean;
}

/** What is asked for anew, though the journal may have lost it. */
export interface AskedAnew {
  readonly ref: string;
  readonly requested: Worth;
}

/**
 * Finds the issuer's rows of a gap that no tender here explains.
 *
 * Whoever has no memory of the gap, a program or a till that was enrolled since, cannot tell
 * whether it asks for the first time. The issuer's rows can. That a manager has closed the case of
 * such a row says nothing of who asks for it anew.
 */
export interface LostCaptures {
  /**
   * Whether what is asked for may be a redemption that was lost in the gap.
   * @throws Problem 503 `journal-gap`
   */
  mayHold(gap: Gap, asked: AskedAnew): Promise<boolean>;
  /**
   * Finds refunds of just so much, made in the gap, that the journal lacks.
   * @throws Problem 503 `journal-gap`
   */
  refundsOf(gap: Gap, asked: AskedAnew): Promise<readonly IssuerTransaction[]>;
  /** Whether any capture of the gap is given to no tender. @throws Problem 503 `journal-gap` */
  isAnyLeft(gap: Gap): Promise<boolean>;
}

/**
 * A gap's rows are looked for so much earlier and later.
 *
 * Our clock may have been set since a gap, and then nobody can put the gap into the issuer's time
 * any better.
 */
const CLOCK_SET_MS = 24 * 60 * 60_000;

export function createLostCaptures(deps: LostCapturesDeps): LostCaptures {
  const { shop, journal, orphans, mirror, issuer, settleWindowMs } = deps;

  /** When rows of what the gap lost were made, in the issuer's time. */
  function periodOf({ fromAt, foundAt }: Gap, padMs: number): Period {
    const offset = issuer.clockOffset();
    return { from: issuerTime(fromAt, offset) - padMs, to: issuerTime(foundAt, offset) + settleWindowMs + padMs };
  }

  /** Makes sure that the rows were read. A manager may have opened the shop before. */
  function assertRead(gap: Gap): void {
    if (!deps.isThrough(gap)) throw journalGap();
  }

  /** Rows of a voucher that may be ours, whatever their time. */
  async function rowsOf(gap: Gap, kind: 'capture' | 'refund', ref: string): Promise<readonly IssuerTransaction[]> {
    assertRead(gap);
    const mid = await journal.mid(shop);
    return (await mirror.rowsOf(ref)).filter(
      (row) => row.type === kind && row.succeeded !== false && mayBeOurs(row, mid),
    );
  }

  return {
    async mayHold(gap, { ref, requested }) {
      const rows = await rowsOf(gap, 'capture', ref);
      const fitting = rows.filter(
        (row) => isInCurrency(row, requested) && (usingValue(row, ref) ?? 0) <= magnitude(requested),
      );
      if (fitting.length === 0) return false;
      const explained = await journal.capturesOf(shop, ref);
      return fitting.some(({ transactionId }) => !explained.has(transactionId));
    },
    async refundsOf(gap, { ref, requested }) {
      const rows = await rowsOf(gap, 'refund', ref);
      const fitting = rows.filter(
        (row) => isInCurrency(row, requested) && usingValue(row, ref) === magnitude(requested),
      );
      const ids = fitting.map(({ transactionId }) => transactionId);
      const claimed = await journal.claimed(shop, ids);
      return fitting.filter(({ transactionId }) => !claimed.has(transactionId));
    },
    async isAnyLeft(gap) {
      assertRead(gap);
      const { from, to } = periodOf(gap, CLOCK_SET_MS);
      const isOfGap = (at: number | null) => at === null || (at >= from && at <= to);
      const mid = await journal.mid(shop);
      /* Without our mid nobody can tell which rows are ours. */
      if (mid === null) return true;
      const listed = await orphans.unexplained(shop, gap.foundAt - CLOCK_SET_MS);
      if (listed.some(({ row }) => isOfGap(row.at === null ? null : Date.parse(row.at)))) return true;
      const rows = await mirror.unclaimed({ mid, type: 'capture', since: from });
      return rows.some((row) => needsExplaining(row, 'capture', mid) && isOfGap(row.createdAt));
    },
  };
}
