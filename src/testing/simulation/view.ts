import type { IssuerReply, IssuerTransaction, Period, VoucherState } from '../../bff/issuer/port.ts';
import { toVoucherState } from '../../bff/issuer/voucher-state.ts';
import type { Account } from '../../bff/platform/base/scope.ts';
import type { Dice } from './dice.ts';
import { type IssuerBooks, type LedgerRow, remainingAt, searchRow } from './ledger.ts';
import { BEGINNING_MS, FOREIGN_MID, isIn, OUR_MID, type Plan, SEARCH_LAG_MS, STRANGER } from './plan.ts';
import { createProcessing } from './processing.ts';
import type { Timeline } from './timeline.ts';
import { createTradeRows } from './trade.ts';

export const CURRENCY = 'SGD';
const SECOND_MS = 1_000;

/** The issuer's view of its ledger: delayed, paged, and with different clocks. */
export interface IssuerView {
  /** The issuer's `Date` at a time of the world. */
  issuerTime(at: number): number;
  check(ref: string): IssuerReply<VoucherState>;
  /** Ids of the ledger's rows of a period that search shows on every replica. */
  shown(account: Account, period: Period): readonly string[];
  /** One page of the rows of an account, newest first. */
  search(account: Account, period: Period, page: number): readonly IssuerTransaction[];
}

interface Seen {
  readonly shown: IssuerTransaction;
  readonly lagMs: number;
  /** A broken search hides it, for ever or for `lagMs`. */
  readonly isHidden: boolean;
}

export interface ViewOptions {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly ledger: IssuerBooks;
  readonly dice: Dice;
}

export function createView({ plan, timeline, ledger, dice: worldDice }: ViewOptions): IssuerView {
  const dice = worldDice.fork();
  const seen = new Map<LedgerRow, Seen>();
  const isHiding = { authorizations: dice.chance(0.5) };
  const issuerTime = (at: number) => BEGINNING_MS + at + plan.issuerOffsetMs;

  const processing = createProcessing(plan, timeline.now, (at) => issuerTime(at) + plan.createdSkewMs);
  const trade = plan.trade && createTradeRows(plan.trade, issuerTime(0) + plan.createdSkewMs, timeline.now, CURRENCY);

  /** How a row appears, and its delay; both stay the same. */
  function seenAs(row: LedgerRow): Seen {
    const known = seen.get(row);
    if (known !== undefined) return known;
    const isBroken = plan.flavour === 'search-broken' && row.author.who === 'ours' && row.type !== 'refund' && dice.chance(0.7);
    const isHidden = isBroken && (row.type === 'capture' || isHiding.authorizations);
    const lagMs = isHidden ? (plan.processing?.shownAfterMs ?? Number.POSITIVE_INFINITY) : drawLag(row);
    const first = { lagMs, isHidden, shown: searchRow(spelled(row), issuerTime(row.at) + plan.createdSkewMs, CURRENCY) };
    seen.set(row, first);
    return first;
  }

  /** A twin of ours is visible at once, because it can be distinguished by its earlier presence. */
  function drawLag({ author, mid, at }: LedgerRow): number {
    const { lateTwin } = plan;
    if (lateTwin && author.who === 'foreign' && mid === OUR_MID && at === lateTwin.atMs) return lateTwin.shownMs - at;
    if (plan.flavour === 'twins' && author.who === 'foreign') return 0;
    return dice.chance(plan.flavour === 'masked' ? 0.7 : 0.2) ? plan.searchLagMs : dice.below(plan.searchLagMs + 1);
  }

  /** Copies of the books have different delays. */
  function farther(): number {
    return plan.flavour === 'paging' && dice.chance(0.5) ? SEARCH_LAG_MS / 2 : 0;
  }

  return {
    issuerTime,
    check(ref) {
      const voucher = ledger.voucher(ref);
      if (!voucher) return { outcome: 'absent' };
      const now = timeline.now();
      const remaining = remainingAt(voucher, now - balanceLag());
      const isExpired = voucher.expiresAt !== null && voucher.expiresAt <= now;
      const status = isExpired ? 'expired' : remaining === 0 ? 'used' : 'active';
      const plain = { rawStatus: status, unit: CURRENCY, product: null, singleUse: voucher.isSingleUse };
      const expiresAt = voucher.expiresAt === null ? null : issuerTime(voucher.expiresAt);
      return { outcome: 'found', value: toVoucherState('client', { ref, status, holds: remaining, expiresAt, ...plain }) };
    },
    shown(account, { from, to }) {
      /*
       * If the search is sometimes empty, or its pages come from differing replicas, its content is
       * unknown.
       */
      if (plan.flickers.length > 0 || plan.flavour === 'paging') return [];
      const now = timeline.now();
      const isShown = (row: LedgerRow) => {
        const { lagMs, isHidden, shown } = seenAs(row);
        const lateMs = isHidden ? lagMs : SEARCH_LAG_MS;
        return now >= row.at + lateMs && shown.createdAt !== null && shown.createdAt >= from && shown.createdAt <= to;
      };
      return ledger.rows
        .filter((row) => isOfAccount(row, account) && isShown(row) && takenBackAt(ledger, row) === null)
        .map((row) => seenAs(row).shown.transactionId);
    },
    search(account, period, page) {
      const now = timeline.now();
      const more = farther();
      const from = Math.floor(period.from / SECOND_MS) * SECOND_MS;
      const to = Math.ceil(period.to / SECOND_MS) * SECOND_MS;
      const found: IssuerTransaction[] = [];
      if (isIn(plan.flickers, now)) return found;
      /* The books are in order of time, and every row has the same skew. */
      for (let index = ledger.rows.length - 1; index >= 0; index -= 1) {
        const row = ledger.rows[index];
        if (!row || !isOfAccount(row, account)) continue;
        const { lagMs, isHidden, shown } = seenAs(row);
        const lateMs = isHidden ? lagMs : Math.min(SEARCH_LAG_MS, lagMs + more);
        if (now < row.at + lateMs) continue;
        const isWithin = shown.createdAt !== null && shown.createdAt >= from && shown.createdAt <= to;
        const current = isWithin ? processing.withStatus(shown, row.at, takenBackAt(ledger, row)) : null;
        if (current) found.push(current);
      }
      if (account === STRANGER.account) return found.slice(page * plan.pageSize, (page + 1) * plan.pageSize);
      const failing = processing.failingIn({ from, to });
      found.push(...failing);
      if (failing.length > 0) found.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
      if (trade) return trade.page(found, { from, to }, page, plan.pageSize);
      return found.slice(page * plan.pageSize, (page + 1) * plan.pageSize);
    },
  };

  function balanceLag(): number {
    if (plan.flavour === 'balance-broken') return Number.POSITIVE_INFINITY;
    return dice.chance(0.5) ? plan.balanceLagMs : dice.below(plan.balanceLagMs + 1);
  }

  function spelled(row: LedgerRow): LedgerRow {
    return plan.flavour === 'mid-spelling' && row.mid !== FOREIGN_MID ? { ...row, mid: String(Number(row.mid)) } : row;
  }
}

/** The search shows each account the rows of its own merchants. */
const isOfAccount = ({ mid }: LedgerRow, account: Account) => (mid === STRANGER.mid) === (account === STRANGER.account);

function takenBackAt({ captures }: IssuerBooks, { transactionId }: LedgerRow): number | null {
  return captures.find(({ captureId }) => captureId === transactionId)?.takenBackAt ?? null;
}
