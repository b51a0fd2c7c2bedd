import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import type { Upkeep } from '../../../bff/issuer/mirror/upkeep.ts';
import type { Period } from '../../../bff/issuer/port.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Coverage } from '../contract/transaction-list.ts';
import { COVERAGE_FRESH_MS } from './limits.ts';
import { isoOf } from './rows.ts';

export interface CoverageDeps {
  readonly mirror: Pick<Mirror, 'after' | 'freshness'>;
  readonly upkeep: Pick<Upkeep, 'prioritize' | 'progressOf'>;
  readonly clock: Clock;
}

/**
 * Returns how much of a period was read from the issuer's search. It does not wait for the issuer:
 * missing parts are requested, and are available when the list is read again.
 */
export async function coverageOf({ mirror, upkeep, clock }: CoverageDeps, period: Period): Promise<Coverage> {
  const now = clock.now();
  if (period.to >= now - COVERAGE_FRESH_MS) {
    /* Rows that cannot be stored appear as missing in `until`; the reason is logged by the reader
       of the last minutes. */
    mirror.after(clock.monotonic() - COVERAGE_FRESH_MS).catch(() => undefined);
  }
  const { gaps, share, keptFrom } = await upkeep.progressOf(period);
  if (gaps.length > 0) upkeep.prioritize(period);
  const { until, isUnavailable } = mirror.freshness();
  return {
    share,
    gaps: gaps.map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
    keptFrom: keptFrom > period.from ? iso(keptFrom) : null,
    until: isoOf(until),
    isAway: isUnavailable,
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
