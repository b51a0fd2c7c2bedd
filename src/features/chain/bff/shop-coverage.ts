import { READ_BY_WINDOWS_MS } from '../../../bff/issuer/mirror/backfill.ts';
import { type DayTerms, dayPeriod } from '../../../contract/platform/shop-day.ts';
import { assertDays } from '../../closings/bff/shifts.ts';
import { type CoverageDeps, coverageOf } from '../../transactions/bff/coverage.ts';
import type { Incomplete } from '../contract/shop-answers.ts';
import type { ChainDays } from './overview.ts';

export interface ShopCoverageDeps extends CoverageDeps {
  readonly days: () => Promise<DayTerms>;
}

/**
 * Returns why the issuer's rows of business days of the shop may be incomplete here; null if all
 * were read. Missing parts are read next.
 * @throws Problem 400 for days that do not exist, or too many
 */
export async function shopCoverage(deps: ShopCoverageDeps, { from, to }: ChainDays): Promise<Incomplete | null> {
  assertDays(from, to);
  const terms = await deps.days();
  const period = { from: dayPeriod(from, terms).from, to: dayPeriod(to, terms).to };
  const { gaps, until, isAway, keptFrom } = await coverageOf(deps, period);
  const isNewestMissing =
    until === null ? period.to >= deps.clock.now() - READ_BY_WINDOWS_MS : isAway && Date.parse(until) < period.to;
  if (gaps.length > 0 || isNewestMissing) return isAway ? 'issuer-away' : 'being-read';
  return keptFrom === null ? null : 'not-stored';
}
