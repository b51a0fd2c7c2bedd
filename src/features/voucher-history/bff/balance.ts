import { VISIBLE_WITHIN_MS } from '../../../bff/issuer/mirror/mirror-rules.ts';

/**
 * A change of a voucher's balance. Numbers are minor units or items, times those of the issuer's
 * clock.
 */
export interface BalanceChange {
  readonly at: number;
  /** Possible error of the change's time. */
  readonly errorMs: number;
  /** The change of the balance; null if unknown. */
  readonly by: number | null;
  /** The balance just before, known since `beforeAt`, and just after, from a reliable source. */
  readonly before: number | null;
  readonly beforeAt: number | null;
  readonly after: number | null;
}

/** Balances that are known from other sources than the changes. */
export interface KnownBalances {
  /** The balance before all changes; null if unknown. */
  readonly first: number | null;
  /** The current balance, and the time of that information; null if unknown. */
  readonly now: { readonly holds: number; readonly at: number } | null;
  /** Start of the period with complete changes; null if it is never certain. */
  readonly completeSince: number | null;
}

export interface Balance {
  /** The balance after each change; null if it would be a guess. */
  readonly left: readonly (number | null)[];
  /** True if the latest known balance is from after the last change. */
  readonly isCurrent: boolean;
  /** The balance according to the changes minus the actual one; null if unknown. */
  readonly missing: number | null;
  /** True if the missing amount may have left after the last change. */
  readonly isMissingLast: boolean;
  /** True if the changes lead from the initial to the current balance. */
  readonly isExplained: boolean;
}

interface BalancePoint {
  readonly point: number;
  readonly holds: number;
  /** Set if this is the current balance, from after the last change. */
  readonly isNow?: true;
}

/**
 * Follows a balance through its changes, oldest first, from one known number to the next. If the
 * changes do not connect two numbers, nothing is stated between them. Before the first or after the
 * last number, a balance is stated only if no change can be missing.
 */
export function followBalance(moves: readonly BalanceChange[], ends: KnownBalances): Balance {
  const points = pointsOf(moves, ends);
  const hasCurrent = points.some(({ isNow }) => isNow === true);
  const gaps = points.slice(1).flatMap((to, index) => gapBetween(moves, points[index], to) ?? []);
  const before = negativeBefore(moves, points[0], ends);
  const missing = gaps.length === 0 && before === 0 ? null : gaps.reduce((sum, gap) => sum + gap, before);
  const [first] = points;
  const last = points.at(-1);
  return {
    left: moves.map((_, index) => leftAfter(moves, points, ends, index + 1)),
    isCurrent: hasCurrent,
    missing: hasCurrent ? missing : null,
    isMissingLast: hasCurrent && (gapBetween(moves, points.at(-2), last) ?? 0) !== 0,
    isExplained: ends.first !== null && hasCurrent && first !== last && missing === 0 && areLinked(moves, points),
  };
}

/** Returns every known number, in the order of the changes. */
function pointsOf(moves: readonly BalanceChange[], ends: KnownBalances): BalancePoint[] {
  const reported = moves.flatMap((move, index): BalancePoint[] => {
    /* Two changes with uncertain times may have happened in the other order. */
    const isItself = isOrderCertain(moves, index) && isOrderCertain(moves, index + 1);
    const isBefore = move.before !== null && isRightBefore(moves, index) && isItself;
    const isAfter = move.after !== null && isItself;
    return [
      ...(isBefore && move.before !== null ? [{ point: index, holds: move.before }] : []),
      ...(isAfter && move.after !== null ? [{ point: index + 1, holds: move.after }] : []),
    ];
  });
  const before = [...(ends.first === null ? [] : [{ point: 0, holds: ends.first }]), ...reported];
  const now = nowOf(moves, before, ends);
  return now === null ? before : [...before, now];
}

/**
 * Returns the current balance, after all changes; null if the known balance may be older than the
 * last change, because a balance and a clock may lag as much as search. An older balance must cover
 * the changes after it.
 */
function nowOf(
  moves: readonly BalanceChange[],
  before: readonly BalancePoint[],
  { now }: KnownBalances,
): BalancePoint | null {
  if (now === null) return null;
  const current: BalancePoint = { point: moves.length, holds: now.holds, isNow: true };
  const isOld = ({ at, errorMs }: BalanceChange) => at + errorMs + VISIBLE_WITHIN_MS < now.at;
  const settled = moves.findLastIndex(isOld) + 1;
  if (settled === moves.length || gapBetween(moves, before.at(-1), current) === 0) return current;
  const points = Array.from({ length: moves.length - settled }, (_, index) => settled + index);
  const mayBeFrom = (point: number) => {
    const from = before.findLast((one) => one.point <= point);
    const gap = gapBetween(moves, from, { ...current, point });
    return gap === null || gap === 0 || covers(moves, { ...current, point });
  };
  return points.some(mayBeFrom) ? null : current;
}

/**
 * True if no other change, visible or missing, can lie between the known balance and this change.
 */
function isRightBefore(moves: readonly BalanceChange[], index: number): boolean {
  const { beforeAt = null } = moves[index] ?? {};
  const earlier = moves[index - 1];
  return beforeAt !== null && (earlier === undefined || earlier.at + earlier.errorMs + VISIBLE_WITHIN_MS < beforeAt);
}

/**
 * True if all changes before this point certainly happened before all later ones, in spite of clock
 * errors.
 */
function isOrderCertain(moves: readonly BalanceChange[], point: number): boolean {
  const latest = Math.max(...moves.slice(0, point).map(({ at, errorMs }) => at + errorMs));
  const earliest = Math.min(...moves.slice(point).map(({ at, errorMs }) => at - errorMs));
  return latest < earliest;
}

const sumOf = (moves: readonly BalanceChange[], from: number, to: number): number | null =>
  moves.slice(from, to).reduce<number | null>((sum, { by }) => (sum === null || by === null ? null : sum + by), 0);

/**
 * Returns the amount that left between two known numbers without a change; null if that is unknown.
 */
function gapBetween(
  moves: readonly BalanceChange[],
  from: BalancePoint | undefined,
  to: BalancePoint | undefined,
): number | null {
  if (from === undefined || to === undefined) return null;
  const moved = sumOf(moves, from.point, to.point);
  return moved === null ? null : from.holds + moved - to.holds;
}

/** True if the changes after a point lead from its balance to none below zero. */
const covers = (moves: readonly BalanceChange[], { point, holds }: BalancePoint) =>
  moves.slice(point).every((_, index) => holds + (sumOf(moves, point, point + index + 1) ?? 0) >= 0);

const areLinked = (moves: readonly BalanceChange[], points: readonly BalancePoint[]) =>
  points.slice(1).every((to, index) => gapBetween(moves, points[index], to) === 0);

function leftAfter(
  moves: readonly BalanceChange[],
  points: readonly BalancePoint[],
  ends: KnownBalances,
  point: number,
): number | null {
  if (!isOrderCertain(moves, point) || !isOrderCertain(moves, point - 1)) return null;
  const atPoint = new Set(points.filter((one) => one.point === point && one.isNow !== true).map(({ holds }) => holds));
  const [only = null] = atPoint;
  if (atPoint.size > 0) return atPoint.size === 1 ? only : null;
  const from = points.findLast((one) => one.point < point);
  const to = points.find((one) => one.point > point || one.isNow === true);
  if (from !== undefined && to !== undefined && gapBetween(moves, from, to) !== 0) return null;
  if ((from === undefined || to === undefined) && !isComplete(moves, ends, from?.point ?? point)) return null;
  return from === undefined ? backTo(moves, point, to) : onTo(moves, from, point);
}

function onTo(moves: readonly BalanceChange[], from: BalancePoint, point: number): number | null {
  const moved = sumOf(moves, from.point, point);
  return moved === null || from.holds + moved < 0 ? null : from.holds + moved;
}

function backTo(moves: readonly BalanceChange[], point: number, to: BalancePoint | undefined): number | null {
  const moved = to === undefined ? null : sumOf(moves, point, to.point);
  return to === undefined || moved === null || to.holds - moved < 0 ? null : to.holds - moved;
}

/** True if no change is missing between a point and the change before it. */
function isComplete(moves: readonly BalanceChange[], { completeSince }: KnownBalances, point: number): boolean {
  const at = moves[point - 1]?.at;
  return completeSince !== null && at !== undefined && at >= completeSince;
}

/**
 * Returns how far below zero the balance would have been before the first known number. Two changes
 * with the same time may have happened in the other order, so no balance is stated between them.
 */
function negativeBefore(
  moves: readonly BalanceChange[],
  first: BalancePoint | undefined,
  { completeSince }: KnownBalances,
): number {
  if (first === undefined || completeSince === null) return 0;
  let lowest = 0;
  for (let point = first.point - 1; point >= 0; point -= 1) {
    const moved = sumOf(moves, point, first.point);
    if (moved === null || (moves[point]?.at ?? 0) < completeSince) break;
    if (isOrderCertain(moves, point)) lowest = Math.min(lowest, first.holds - moved);
  }
  return -lowest;
}
