import type { Audit } from '../../platform/audit/audit.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { createLoop } from '../../platform/base/loop.ts';
import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';
import type { Sweeper } from '../settle/sweeper.ts';
import { GAP_POLL_MS, type GapProgress, type GateMemory } from './gate.ts';
import type { Recovery } from './recovery.ts';
import { createReread, type RereadDeps } from './reread.ts';

export interface OpeningDeps extends Omit<RereadDeps, 'signal'>, Pick<Ports, 'shop' | 'log'> {
  readonly memory: GateMemory;
  readonly gaps: GapStore;
  readonly recovery: Pick<Recovery, 'explain' | 'unsettled'>;
  /** Whether other servers may note a gap, or end one. */
  readonly shared: boolean;
  readonly audit: Pick<Audit, 'write'>;
}

/**
 * Recovers what the journal may lack, and opens the shop. It opens once all of that is claimed,
 * settled or with a manager.
 */
export interface Opening {
  /**
   * Reads whether there is a gap, then goes on in the background.
   * @param sweepNow finds captures that nothing explains, and lists them
   */
  start(sweepNow: Sweeper['sweepNow']): Promise<void>;
  progress(gap: Gap): Promise<GapProgress>;
  /**
   * True if the table has every row that the issuer has. Everything since the gap was read after
   * the last row could appear, and often enough.
   */
  hasRead(): boolean;
  /** True if, as far as this server knows, tills still have to report what they remember. */
  isAwaiting(): boolean;
  /**
   * True if the issuer's rows of a gap are in the table. If a manager ended the gap, reading
   * continues, for a day at most.
   */
  isThrough(gap: Gap): boolean;
  /** False while the captures since the gap are being listed. */
  isHolding(): boolean;
  stop(): Promise<void>;
}

/**
 * The pause between checks if no other server writes and there is no gap. A gap that this server
 * records takes effect in memory at once, and recovery begins a moment later.
 */
const ALONE_MS = 10_000;
const AGAIN_MS = 5_000;
/**
 * How much longer to search for a capture that only a till knows. A search that fails, or omits
 * rows for seconds, may be read to its end without them. The shop stays closed meanwhile, unless a
 * manager opens it.
 */
const GAP_WATCH_MS = 5 * 60_000;
/** After a day, the period has been read again anyway. */
const READ_ON_FOR_MS = 24 * 60 * 60_000;

export function createOpening(deps: OpeningDeps): Opening {
  const { memory, gaps, recovery, clock, log, settleWindowMs } = deps;
  const looking = createLoop({
    clock,
    log,
    everyMs: deps.shared ? GAP_POLL_MS : ALONE_MS,
    work: watchOnce,
    sorry: 'what the journal may lack could not be looked through; the next round tries again',
  });
  const reread = createReread({ ...deps, signal: looking.signal });
  let sweepNow: Sweeper['sweepNow'] = () => Promise.resolve(false);
  let isListing = false;
  let isAwaiting = true;
  let throughId: string | null = null;
  /**
   * Returns for how long earlier requests may still act or appear. A change of the wall clock does
   * not matter; a new process only waits longer.
   */
  const actsForMs = () => Math.max(0, memory.seenMs() + settleWindowMs - clock.monotonic());
  const isWatched = () => clock.monotonic() < memory.seenMs() + settleWindowMs + GAP_WATCH_MS;

  async function end(gap: Gap): Promise<void> {
    isListing = true;
    try {
      /* Where the gap took our own mid along, no row is known to be ours. They are listed once
         the next answer tells it. */
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
    log.warn({}, 'all that the journal may have lacked is explained or before a manager: redemptions go on');
  }

  /** @returns the pause after it, milliseconds */
  async function round(gap: Gap): Promise<number> {
    if (!(await reread.catchUp(gap))) return AGAIN_MS;
    isAwaiting = (await gaps.awaited(gap)).length > 0;
    if (!isAwaiting) await recovery.explain(gap);
    else if (actsForMs() === 0 && isWatched()) await reread.again(gap);
    if (isAwaiting || actsForMs() > 0) return GAP_POLL_MS;
    if (!(await reread.late(gap))) return AGAIN_MS;
    await recovery.explain(gap);
    /* An operation that still has no row keeps its voucher and is settled. No other customer has to
       wait. */
    await end(gap);
    return GAP_POLL_MS;
  }

  const isThrough = ({ id, isOverruled, foundAt }: Gap) =>
    !isOverruled || id === throughId || clock.now() - foundAt > READ_ON_FOR_MS;

  /**
   * Continues reading for a gap that a manager ended. Programs may repeat requests that it lost.
   * @returns the pause after it, milliseconds
   */
  async function readOn(gap: Gap): Promise<number> {
    if (!(await reread.catchUp(gap)) || actsForMs() > 0 || !(await reread.late(gap))) return AGAIN_MS;
    throughId = gap.id;
    await sweepNow();
    return GAP_POLL_MS;
  }

  async function watchOnce(): Promise<number | undefined> {
    const gap = await memory.refresh();
    if (gap?.endedAt === null) return round(gap);
    if (gap && !isThrough(gap)) return readOn(gap);
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
      return memory.latest() !== null && actsForMs() === 0 && !isWatched() && reread.isRead();
    },
    isAwaiting: () => isAwaiting,
    isThrough,
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
