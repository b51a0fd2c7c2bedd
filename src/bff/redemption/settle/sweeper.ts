import { issuerTime } from '../../issuer/issuer-time.ts';
import type { Period } from '../../issuer/port.ts';
import { createLoop } from '../../platform/base/loop.ts';
import type { OrphanJournal } from '../journal/orphan-store.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import { COMPARISON_PERIOD_MS, FIRST_SWEEP_MS, SWEEPER_OVERDUE_AFTER_MS } from './limits.ts';
import { explainCaptures, explainRefunds, type UnexplainedDeps } from './unexplained.ts';

export interface SweeperDeps extends UnexplainedDeps {
  readonly journal: UnexplainedDeps['journal'] & Pick<TenderJournal, 'mid'>;
  readonly orphans: UnexplainedDeps['orphans'] & Pick<OrphanJournal, 'began'>;
  /** The periods after `since`, issuer's clock, whose rows are missing from the table. */
  readonly missing: (since: number) => Promise<{ readonly gaps: readonly Period[]; readonly reason: string | null }>;
  /** The time (our clock) from which captures are not judged yet; null: all are judged. */
  readonly undecidableSince?: () => number | null;
  /**
   * Reports captures that do not fit the operation that claims them, since a time of the issuer's
   * clock.
   */
  readonly reportMismatchedClaims?: (mid: string, since: number) => Promise<void>;
  /** Reports captures that the issuer took back from the operations that claim them. */
  readonly reportReversedClaims?: (mid: string, now: number) => Promise<void>;
  /** Milliseconds between two sweeps. */
  readonly sweepEveryMs: number;
}

/**
 * Searches for captures of the shop that have no matching operation, while the server runs.
 *
 * Either they appeared after the operation was recorded without a capture, or no operation belongs
 * to them. It reads the table of the issuer's rows. Several servers may do so at once, because a
 * claim is unique.
 */
export interface Sweeper {
  start(): void;
  /**
   * Sweeps at once.
   * @returns false if our mid is unknown, so that nothing can be concluded
   */
  sweepNow(): Promise<boolean>;
  /** The period that should have been swept by now; null while sweeps keep up. */
  behind(): SweepBacklog | null;
  /** Stops sweeping; resolves once no sweep is running. */
  stop(): Promise<void>;
}

export interface SweepBacklog {
  /**
   * `from`: the oldest time that was not swept, by the issuer's clock. `since`: when the delay
   * began, by our clock. Milliseconds UTC.
   */
  readonly from: number;
  readonly since: number;
  /** The reason why rows could not be read; null if reading is only slow. */
  readonly reason: string | null;
}

export function createSweeper(deps: SweeperDeps): Sweeper {
  const { shop, journal, orphans, issuer, clock, log } = deps;
  const looking = new Set<Promise<unknown>>();
  /** Monotonic time of the last complete sweep; null before the first sweep is due. */
  let caughtUpMs: number | null = null;
  let missed: Omit<SweepBacklog, 'since'> | null = null;
  /** Rows before this, time of the issuer's clock, were compared with their claims. */
  let comparedTo = Number.NEGATIVE_INFINITY;

  async function sweepOnce(): Promise<boolean> {
    const mid = await journal.mid(shop);
    /* Until an answer has contained our mid, no row is ours, and there is nothing to search for. */
    if (mid === null) {
      caughtUpMs = clock.monotonic();
      return false;
    }
    const began = issuerTime(await orphans.began(shop), issuer.clockOffset());
    const held = deps.undecidableSince?.() ?? null;
    await explainCaptures(deps, mid, {
      since: began,
      until: held === null ? null : issuerTime(held, issuer.clockOffset()),
    });
    await explainRefunds(deps, mid);
    const to = issuerTime(clock.now(), issuer.clockOffset());
    await deps.reportMismatchedClaims?.(mid, Math.max(began, comparedTo - COMPARISON_PERIOD_MS));
    comparedTo = to;
    await deps.reportReversedClaims?.(mid, to);
    const { gaps, reason } = await deps.missing(began);
    const oldest = gaps.at(-1);
    missed = oldest ? { from: oldest.from, reason } : null;
    if (!oldest) caughtUpMs = clock.monotonic();
    return true;
  }

  const loop = createLoop({
    clock,
    log,
    firstMs: Math.min(FIRST_SWEEP_MS, deps.sweepEveryMs),
    everyMs: deps.sweepEveryMs,
    work: async () => void (await sweepOnce()),
    failureMessage: 'failed to look for unmatched captures; retrying',
  });

  function tracked<T>(work: Promise<T>): Promise<T> {
    const finishedWork = work.finally(() => looking.delete(finishedWork));
    looking.add(finishedWork);
    return finishedWork;
  }

  return {
    start() {
      caughtUpMs = clock.monotonic();
      loop.start();
    },
    sweepNow: () => tracked(sweepOnce()),
    behind() {
      const lateMs = caughtUpMs === null ? 0 : clock.monotonic() - caughtUpMs;
      return missed === null || lateMs < SWEEPER_OVERDUE_AFTER_MS ? null : { ...missed, since: clock.now() - lateMs };
    },
    async stop() {
      await Promise.allSettled([loop.stop(), ...looking]);
    },
  };
}
