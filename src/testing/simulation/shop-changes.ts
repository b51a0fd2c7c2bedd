import type { Dice } from './dice.ts';
import type { PlannedSale, PlannedSpan, ShopChanges } from './plan.ts';

const WRONG_MID = '000000000000044';

export interface ChangingShop {
  readonly sales: readonly PlannedSale[];
  readonly isFirst: boolean;
  readonly hasSister: boolean;
  /** When the journal is restored; null if it is not. */
  readonly lostMs: number | null;
  /** True if a capture may have to be found after its outcome was decided, which only the right mid can do. */
  readonly isMidNeeded: boolean;
}

/** Draws the changes of one shop, most of them near its sales. */
export function drawChanges(dice: Dice, { sales, isFirst, hasSister, lostMs, isMidNeeded }: ChangingShop): ShopChanges {
  const saleMs = sales[dice.below(sales.length)]?.atMs ?? 0;
  const near = () => Math.max(1, saleMs + dice.between(-10_000, 30_000));
  const span = (): PlannedSpan => {
    const fromMs = near();
    return { fromMs, toMs: fromMs + dice.pick([5_000, 60_000, 240_000]) };
  };
  const perhaps = (share: number) => (dice.chance(share) ? [span()] : []);
  const isAdded = !isFirst && dice.chance(0.4);
  const addedMs = isAdded ? dice.between(1, Math.max(2, saleMs)) : 0;
  const isAddedAgain = isAdded && lostMs !== null && lostMs > addedMs;
  return {
    addedMs,
    addedAgainMs: isAddedAgain ? lostMs + dice.pick([5_000, 60_000, 400_000]) : null,
    suspended: isFirst ? [] : perhaps(0.3),
    rejected: perhaps(0.3),
    wrongMid: !isFirst && !isMidNeeded && dice.chance(0.15) ? WRONG_MID : null,
    tillsMoveMs: hasSister && lostMs === null && dice.chance(0.3) ? near() : null,
  };
}
