import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import type { Upkeep } from '../../../bff/issuer/mirror/upkeep.ts';
import type { Period } from '../../../bff/issuer/port.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Coverage } from '../contract/transaction-list.ts';
import { isoOf } from './rows.ts';

export interface CoverageDeps {
  readonly mirror: Pick<Mirror, 'after' | 'freshness'>;
  readonly upkeep: Pick<Upkeep, 'want' | 'progressOf'>;
  readonly clock: Clock;
}

/** Who looks at a list sees rows that are at most this old, as soon as the issuer answers. */
const FRESH_MS = 4_000;

/**
 * How much of a period was read of the issuer's search. Nobody waits for the issuer here: what is
 * missing is asked for, and is there when the list is asked for again.
 */
export async function coverageOf({ mirror, upkeep, clock }: CoverageDeps, period: Period): Promise<Coverage> {
  const now = clock.now();
  if (period.to >= now - FRESH_MS) {
    /* Rows that cannot be kept are said to be missing by `until`; why is logged where the last
       minutes are read. */
    mirror.after(clock.monotonic() - FRESH_MS).catch(() => undefined);
  }
  const { gaps, share, keptFrom } = await upkeep.progressOf(period);
  if (gaps.length > 0) upkeep.want(period);
  const { until, isAway } = mirror.freshness();
  return {
    share,
    gaps: gaps.map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
    keptFrom: keptFrom > period.from ? iso(keptFrom) : null,
    until: isoOf(until),
    isAway,
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
