import type { Dice } from './dice.ts';
import { BYSTANDER, type Elsewhere, FOREIGN_MID, OUR_MID, type Plan } from './plan.ts';

/** The share of worlds with twins. */
const SHARE = 0.03;
/** Before our sale begins, so that its owner is unambiguous. */
const BEFORE_MS = 10_500;

/**
 * Makes some worlds of twins harder: the twin comes shortly before our sale is checked, when the
 * newest rows of the search do not include it. A snapshot that misses it would assign another
 * client's money to our sale.
 */
export function withAmbush(plan: Plan, dice: Dice): Plan {
  const [sale, ...others] = plan.sales;
  /* A busy merchant is not read row by row. */
  if (plan.flavour !== 'twins' || plan.trade !== null || !sale || !dice.chance(SHARE)) return plan;
  const twin = (atMs: number): Elsewhere => ({ atMs, ref: sale.ref, amount: sale.amount, mid: OUR_MID, does: 'capture' });
  const passing = (atMs: number): Elsewhere => ({ atMs, ref: BYSTANDER, amount: 1, mid: FOREIGN_MID, does: 'capture' });
  const begun = (atMs: number) => [{ ...sale, atMs, isChecked: true }, ...others];

  /**
   * While the newest rows are read page by page, new ones move those already read to later pages.
   */
  function below(): Plan {
    const saleMs = dice.between(12_500, 18_000);
    const twinMs = dice.between(1_000, saleMs - BEFORE_MS);
    const everyMs = dice.between(300, 1_200);
    const crowd = Array.from({ length: Math.floor((saleMs + 3_000 - twinMs) / everyMs) }, (_, index) =>
      passing(twinMs + (index + 1) * everyMs),
    );
    /*
     * The server starts and reads the last minutes completely while there is nothing else to read.
     */
    const early = Array.from({ length: 20 }, (_, index) => passing(index * 10));
    const slow = { fromMs: twinMs, toMs: saleMs + 3_000, pageMs: Math.floor(everyMs * 0.7) };
    return {
      ...plan,
      sales: begun(saleMs),
      pageSize: 1,
      slowPages: [slow],
      searchOutages: [],
      elsewhere: [...plan.elsewhere, ...early, twin(twinMs), ...crowd],
    };
  }

  /**
   * It appears late, just after the last minutes were read completely; from then on, only first
   * pages succeed.
   */
  function late(): Plan {
    const lateTwin = { atMs: dice.between(41_000, 55_000), shownMs: 63_000 };
    return {
      ...plan,
      sales: begun(dice.between(84_000, 90_000)),
      pageSize: 1,
      elsewhere: [...plan.elsewhere, twin(lateTwin.atMs), passing(dice.between(56_000, 59_000))],
      lateTwin,
      searchOutages: [...plan.searchOutages, { fromMs: 62_000, toMs: dice.between(200_000, 300_000), fromPage: 1 }],
    };
  }

  return dice.chance(0.5) ? below() : late();
}
