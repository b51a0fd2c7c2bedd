import type { Dice } from './dice.ts';
import type { Plan } from './plan.ts';

/** How often a shop of another account sells to a customer of the first two shops. */
const SAME_VOUCHER = 0.1;
/** The share of worlds in which shops of the account that are not on the servers use the vouchers. */
const ELSEWHERE = 0.25;

/**
 * Makes a world one of a chain on a usual day: answers are lost, and a customer may use a voucher in
 * two shops within seconds. The issuer answers, and servers, disks and clocks do what they should.
 */
export function asLive(plan: Plan, dice: Dice): Plan {
  const own = { ref: '4000567890', amount: 20_000, isSingleUse: false, expiresAt: null };
  const stranger = plan.stranger && {
    ...plan.stranger,
    sales: plan.stranger.sales.map((sale) => (dice.chance(SAME_VOUCHER) ? sale : { ...sale, ref: own.ref })),
  };
  return {
    ...plan,
    vouchers: [...plan.vouchers, own],
    stranger,
    elsewhere: dice.chance(ELSEWHERE) ? plan.elsewhere : [],
    trouble: 0.4,
    safeSecondAttempt: false,
    issuerOffsetMs: dice.between(-2_000, 2_000),
    createdSkewMs: dice.between(-900, 900),
    searchLagMs: dice.pick([0, 1_000, 3_000, 10_000]),
    balanceLagMs: dice.pick([0, 0, 1_000]),
    pageSize: 100,
    slowPages: [],
    processing: null,
    takesPart: false,
    second: plan.second && { ...plan.second, behind: [] },
    deaths: [],
    powerCuts: [],
    stalls: [],
    clockSettings: [],
    outages: [],
    searchOutages: [],
    fullDisk: [],
    flickers: [],
  };
}
