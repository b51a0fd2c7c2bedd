import type { Audit } from '../../platform/audit/audit.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { createLoop } from '../../platform/base/loop.ts';
import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';
import type { Sweeper } from '../settle/sweeper.ts';
import { type GapProgress, type GateMemory } from './gate.ts';
import { CHECK_PAUSE_MS, GAP_POLL_MS, GAP_WATCH_MS, READ_ON_FOR_MS, SINGLE_SERVER_PAUSE_MS } from './limits.ts';
import type { Recovery } from './recovery.ts';
import { createReread, type RereadDeps } from './reread.ts';

export interface OpeningDeps extends Omit<RereadDeps, 'signal'>, Pick<Ports, 'shop' | 'log'> {
  readonly memory: GateMemory;
  readonly gaps: GapStore;
  readonly recovery: Pick<Recovery, 'explain' | 'unsettled'>;
  /** True if other servers may record or end a gap. */
  readonly shared: boolean;
  readonly audit: Pick<Audit, 'write'>;
}

/**
 * Recovers operations that the journal may lack, and opens the shop once all of them are claimed,
 * settled or in a manager's list.
 */
export interface Opening {
  /**
   * Reads whether there is a gap, then continues in the background.
   * @param sweepNow finds unmatched captures and lists them
   */
  start(sweepNow: Sweeper['sweepNow']): Promise<void>;
  progress(gap: Gap): Promise<GapProgress>;
  /**
   * True if the table has every row of the issuer since the gap, read twice after the last late row
   * could appear.
   */
  hasRead(): boolean;
  /** True if, as far as this server knows, tills still have to report what they remember. */
  isAwaiting(): boolean;
  /**
   * True if the issuer's rows of a gap are in the table. If a manager ended the gap, reading
   * continues, for a day at most.
   */
  areRowsRead(gap: Gap): boolean;
  /** False while the captures since the gap are being listed. */
  isHolding(): boolean;
  stop(): Promise<void>;
}

export function createOpening(deps: OpeningDeps): Opening {
  const { memory, gaps, recovery, clock, log, settleWindowMs } = deps;
  const looking = createLoop({
    clock,
    log,
    everyMs: deps.shared ? GAP_POLL_MS : SINGLE_SERVER_PAUSE_MS,
    work: watchOnce,
    failureMessage: 'failed to check for possible losses of the journal; retrying',
  });
  const reread = createReread({ ...deps, signal: looking.signal });
  let sweepNow: Sweeper['sweepNow'] = () => Promise.resolve(false);
  let isListing = false;
  let isAwaiting = true;
  let throughId: string | null = null;
  /**
   * Returns for how long earlier requests may still act or appear. The result does not depend on
   * the wall clock. A restarted process waits longer.
   */
  const actsForMs = () => Math.max(0, memory.seenMs() + settleWindowMs - clock.monotonic());
  const isWatched = () => clock.monotonic() < memory.seenMs() + settleWindowMs + GAP_WATCH_MS;

  async function end(gap: Gap): Promise<void> {
    isListing = true;
    try {
      /* If our mid is lost too, no row is known to be ours. Unmatched captures are listed once an
         answer names the mid. */
      await sweepNow();
      if (!(await gaps.end(gap.id, clock.now(), null))) return;
    } finally {
      isListing = false;
    }
    await deps.audit.write({
      by: { shop: deps.shop, person: null, device: null },
      action: 'data.gap-ended',
      subject: gap.id,
    });
    log.warn({}, 'all possible losses of the journal are explained or in cases for a manager: redeeming resumes');
  }

  /** Does one round; @returns the pause before the next one, milliseconds */
  async function round(gap: Gap): Promise<number> {
    if (!(await reread.catchUp(gap))) return CHECK_PAUSE_MS;
    isAwaiting = (await gaps.awaited(gap)).length > 0;
    if (!isAwaiting) await recovery.explain(gap);
    else if (actsForMs() === 0 && isWatched()) await reread.repeatLate(gap);
    if (isAwaiting || actsForMs() > 0) return GAP_POLL_MS;
    if (!(await reread.late(gap))) return CHECK_PAUSE_MS;
    await recovery.explain(gap);
    /* An operation without a row stays open and keeps its voucher locked. Other vouchers can be
       redeemed. */
    await end(gap);
    return GAP_POLL_MS;
  }

  const areRowsRead = ({ id, isOverruled, foundAt }: Gap) =>
    !isOverruled || id === throughId || clock.now() - foundAt > READ_ON_FOR_MS;

  /**
   * Continues reading for a gap that a manager ended, whose lost requests programs may repeat.
   * @returns the pause before the next round, milliseconds
   */
  async function readOn(gap: Gap): Promise<number> {
    if (!(await reread.catchUp(gap)) || actsForMs() > 0 || !(await reread.late(gap))) return CHECK_PAUSE_MS;
    throughId = gap.id;
    await sweepNow();
    return GAP_POLL_MS;
  }

  async function watchOnce(): Promise<number | undefined> {
    const gap = await memory.refresh();
    if (gap?.endedAt === null) return round(gap);
    if (gap && !areRowsRead(gap)) return readOn(gap);
    reread.forget();
    isAwaiting = true;
    return undefined;
  }

  return {
    async start(sweep) {
      sweepNow = sweep;
      await memory.refresh();
      looking.start();
    },
    hasRead() {
      const gap = memory.latest();
      if (gap === null || actsForMs() > 0 || isWatched()) return false;
      return gap.endedAt === null ? reread.isRead() : areRowsRead(gap);
    },
    isAwaiting: () => isAwaiting,
    areRowsRead,
    isHolding: () => !isListing,
    async progress(gap) {
      const [awaited, open] = await Promise.all([gaps.awaited(gap), recovery.unsettled()]);
      const forMs = actsForMs();
      const actsUntil = forMs > 0 ? clock.now() + forMs : null;
      return { gap, read: reread.share(), actsUntil, awaited, unsettled: open.length };
    },
    stop: looking.stop,
  };
}
