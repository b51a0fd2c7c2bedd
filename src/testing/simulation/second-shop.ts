import type { Dice } from './dice.ts';
import { AMOUNTS, type Loss, NO_CHANGES, type Plan, type PlannedSale, type PlannedShop, type ServerBehind } from './plan.ts';

/** Draws a second shop of the account, where the first shop's vouchers are used within seconds. */
export function drawSecond(
  dice: Dice,
  share: number,
  plan: Pick<Plan, 'faultsUntilMs' | 'vouchers' | 'sales' | 'loss'>,
): PlannedShop | null {
  if (!dice.chance(share)) return null;
  const isApart = dice.chance(0.5);
  return {
    isApart,
    sales: Array.from({ length: dice.between(1, 3) }, () => drawSale(dice, plan)),
    attends: dice.chance(0.5) ? [dice.between(20_000, 400_000), dice.between(300_000, 1_000_000)] : [],
    loss: drawOwnLoss(dice, plan.loss),
    changes: NO_CHANGES,
    behind: isApart && dice.chance(0.6) ? [drawBehind(dice, plan)] : [],
  };
}

/** Draws a shop of another account, where the same vouchers are used. */
export function drawStranger(
  dice: Dice,
  share: number,
  plan: Pick<Plan, 'faultsUntilMs' | 'vouchers' | 'sales' | 'loss'>,
): PlannedShop | null {
  const stranger = drawSecond(dice, share, plan);
  return stranger && { ...stranger, isApart: false, behind: [] };
}

/**
 * Nobody refunds if another account would not see the refund in its search, and the balance is the
 * only witness or decides about a second attempt.
 */
export function withVisibleRefunds(plan: Plan): Plan {
  const { stranger, second, safeSecondAttempt, flavour } = plan;
  if (stranger === null || !(safeSecondAttempt || flavour === 'search-broken')) return plan;
  const keeping = ({ sales }: Pick<Plan, 'sales'>) => sales.map((sale) => ({ ...sale, isUndone: false }));
  return {
    ...plan,
    refunds: false,
    sales: keeping(plan),
    second: second && { ...second, sales: keeping(second) },
    stranger: { ...stranger, sales: keeping(stranger) },
  };
}

function drawSale(dice: Dice, { sales, vouchers }: Pick<Plan, 'sales' | 'vouchers'>): PlannedSale {
  const near = dice.chance(0.8) ? sales[dice.below(sales.length)] : undefined;
  const otherAmount = dice.pick(AMOUNTS);
  return {
    atMs: near ? Math.max(1_000, near.atMs + dice.between(-6_000, 10_000)) : dice.between(5_000, 90_000),
    till: dice.between(1, 2),
    ref: near?.ref ?? vouchers[dice.below(vouchers.length)]?.ref ?? '',
    amount: near && dice.chance(0.7) ? near.amount : otherAmount,
    isChecked: dice.chance(0.8),
    impatience: dice.pick([0, 0.2, 0.6]),
    isUndone: dice.chance(0.15),
    program: null,
  };
}

/** The servers lose the commits of both shops; each shop has tills and a manager of its own. */
function drawOwnLoss(dice: Dice, loss: Loss | null): Loss | null {
  if (loss === null) return null;
  const { atMs } = loss;
  const isAbsent = dice.chance(0.5);
  return {
    ...loss,
    absent: isAbsent ? { till: dice.between(1, 2), untilMs: atMs + dice.between(300_000, 500_000) } : null,
    opensByHandMs: isAbsent && dice.chance(0.7) ? atMs + dice.between(200_000, 450_000) : null,
  };
}

function drawBehind(dice: Dice, { faultsUntilMs }: Pick<Plan, 'faultsUntilMs'>): ServerBehind {
  const fromMs = dice.below(90_000);
  return {
    fromMs,
    toMs: Math.min(fromMs + dice.pick([20_000, 100_000, 300_000]), Math.max(faultsUntilMs, fromMs)),
    server: dice.below(2),
    pageMs: dice.pick([null, 3_000, 9_000]),
  };
}
