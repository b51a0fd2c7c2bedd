import { valueIn } from '../../../bff/issuer/voucher-state.ts';
import type { VoucherStatus } from '../../../contract/voucher/voucher.ts';
import type { StoryCause, StoryFact } from '../contract/story.ts';
import { type Balance, type BalanceChange, followBalance } from './balance.ts';
import type { StoryEvent } from './events.ts';
import { CHECKED_WITHIN_MS, EXPLAIN_HISTORY_SOON_MS } from './limits.ts';

/** Data about a voucher other than its events. Times are the issuer's. */
export interface HistoryBaseline {
  /** The issuer's answer; `absent` if it does not know the voucher, null without an answer. */
  readonly now: StoryVoucher | 'absent' | null;
  /** The initial balance, minor units or items; null if unknown. */
  readonly first: number | null;
  /** True if an operation of this shop on the voucher is unsettled. */
  readonly isOpen: boolean;
  /**
   * Start of the period for whose uses, in all of the merchant's shops, events are complete; null
   * without such a period.
   */
  readonly completeSince: number | null;
}

export interface StoryVoucher {
  readonly status: VoucherStatus;
  /** The balance as a number, and true if its unit is confirmed. */
  readonly holds: number | null;
  readonly isConfirmed: boolean;
  readonly unit: string | null;
  readonly singleUse: boolean | null;
  readonly at: number;
}

/** An event with the balance after it, minor units or items. */
export interface ExplainedEvent {
  readonly event: StoryEvent;
  readonly left: number | null;
}

/** The conclusions from rows and facts. */
export interface ExplainedHistory {
  readonly cause: StoryCause;
  readonly events: readonly ExplainedEvent[];
  readonly facts: readonly StoryFact[];
  /** The unit of all numbers; null if unknown. */
  readonly unit: string | null;
  /**
   * The difference between the balance according to the events and the actual, lower one; null if
   * they agree or one is unknown.
   */
  readonly missing: number | null;
  readonly isExplained: boolean;
  /** True if the issuer's last number is the current balance: no known event is later. */
  readonly isCurrent: boolean;
}

const CHECKED_OFTEN = 3;

/**
 * Explains the balance of one voucher from its events, oldest first: the balance after each event,
 * the cause of the current balance, and any unexplained difference. It is a pure function of its
 * input.
 */
export function explainHistory(events: readonly StoryEvent[], baseline: HistoryBaseline): ExplainedHistory {
  const now = baseline.now === 'absent' ? null : baseline.now;
  const unit = now?.unit ?? events.find((event) => event.unit !== null)?.unit ?? null;
  const moving = events.filter(({ what }) => what === 'redeemed' || what === 'refunded');
  /* A refund of a single-use voucher also returns the forfeited amount. */
  const isSingleUse = now?.singleUse === true || moving.some(({ singleUse }) => singleUse);
  const moves = moving.map((event) => moveOf(event, { unit, isSingleUse }));
  const isLatest = now === null || moving.every(({ at }) => at <= now.at);
  const { first, completeSince } = baseline;
  const isUsable = now !== null && isLatest && (now.isConfirmed || now.holds === 0);
  const holds = isUsable && now.holds !== null ? { holds: now.holds, at: now.at } : null;
  const balance = followBalance(moves, { first, now: holds, completeSince });
  const explained = events.map((event) => ({ event, left: leftAt(event, moving, balance, baseline) }));
  const missing = balance.missing === 0 ? null : balance.missing;
  const { isExplained, isCurrent } = balance;
  const cause = causeOf(events, baseline, balance);
  return { cause, events: explained, facts: factsOf(explained, unit), unit, missing, isExplained, isCurrent };
}

/** Explains a card from its number alone, using its activation by this shop. */
export function explainBalance(events: readonly StoryEvent[]): ExplainedHistory {
  const last = events.at(-1)?.what;
  const cause = last === 'activated' ? 'untouched' : last === 'deactivated' ? 'deactivated' : 'never-activated';
  const explained = events.map((event) => ({ event, left: null }));
  return { cause, events: explained, facts: [], unit: null, missing: null, isExplained: false, isCurrent: false };
}

function moveOf(
  event: StoryEvent,
  { unit, isSingleUse }: { unit: string | null; isSingleUse: boolean },
): BalanceChange {
  const { at, errorMs, before, beforeAt, after, what } = event;
  const value = event.unit === unit ? event.value : null;
  const around = event.unit === unit ? { before, beforeAt, after } : { before: null, beforeAt: null, after: null };
  if (isSingleUse) return { at, errorMs, by: null, ...around, after: what === 'redeemed' ? 0 : null };
  return { at, errorMs, by: value === null ? null : what === 'redeemed' ? -value : value, ...around };
}

/** Returns the balance after an event; checks and the like change nothing. */
function leftAt(
  event: StoryEvent,
  moving: readonly StoryEvent[],
  { left }: Balance,
  { first }: HistoryBaseline,
): number | null {
  const index = moving.indexOf(event);
  if (index >= 0) return left[index] ?? null;
  if (event.what !== 'checked') return event.what === 'issued' ? first : null;
  const before = moving.filter(({ at }) => at <= event.at).length;
  return before === 0 ? null : (left[before - 1] ?? null);
}

function causeOf(events: readonly StoryEvent[], baseline: HistoryBaseline, balance: Balance): StoryCause {
  const { now, isOpen } = baseline;
  if (now === 'absent' || isOpen) return 'unknown';
  const moves = events.filter(({ what }) => what === 'redeemed' || what === 'refunded');
  const last = moves.at(-1);
  if (now === null) return 'unknown';
  if (now.status === 'void') return 'void';
  if (now.status === 'inactive')
    return events.findLast(({ what }) => what === 'activated' || what === 'deactivated')?.what === 'deactivated'
      ? 'deactivated'
      : 'never-activated';
  const isEmpty = now.holds === 0 || now.status === 'used';
  if (now.status === 'expired' && !isEmpty) return 'expired';
  if (balance.isMissingLast) return 'unexplained';
  if (isEmpty) return last?.what === 'redeemed' ? (last.own ? 'used' : 'used-elsewhere') : emptyCause(now);
  if (now.holds === null) return 'unknown';
  if (last === undefined) return 'untouched';
  return last.what === 'refunded' ? 'refunded' : 'part-used';
}

/** Returns the cause for an empty voucher without a visible use. */
function emptyCause({ status }: StoryVoucher): StoryCause {
  return status === 'expired' ? 'expired' : 'unexplained';
}

function factsOf(explained: readonly ExplainedEvent[], unit: string | null): StoryFact[] {
  const use = explained.findLast(({ event }) => event.what === 'redeemed');
  if (use === undefined) return [];
  const { event, left } = use;
  const earlier = explained.filter((one) => one.event.at <= event.at).map((one) => one.event);
  const checks = earlier.filter(({ what, at }) => what === 'checked' && event.at - at <= CHECKED_WITHIN_MS);
  const activated = earlier.findLast(({ what }) => what === 'activated');
  const afterMs = activated === undefined ? null : event.at - activated.at;
  const forfeited = valueIn(unit, event.forfeited);
  return [
    ...(checks.length >= CHECKED_OFTEN
      ? [{ fact: 'checked-often', times: checks.length, withinMs: spanOf(checks, event), emptied: left === 0 } as const]
      : []),
    ...(afterMs !== null && left === 0 && afterMs <= EXPLAIN_HISTORY_SOON_MS
      ? [{ fact: 'soon-after-activation', afterMs } as const]
      : []),
    ...(event.lateMs === null ? [] : [{ fact: 'taken-late', afterMs: event.lateMs } as const]),
    ...(event.wasFoundLate ? [{ fact: 'found-late' } as const] : []),
    ...(forfeited === null ? [] : [{ fact: 'forfeited', worth: forfeited } as const]),
  ];
}

/** Returns the minutes from the first check to the following use, rounded up. */
function spanOf([first]: readonly StoryEvent[], { at }: StoryEvent): number {
  return Math.max(1, Math.ceil((at - (first?.at ?? at)) / 60_000)) * 60_000;
}
