import type { Ports } from '../../platform/audit/ports.ts';
import { issuerTime } from '../issuer-time.ts';
import type { ClockOffset, IssuerTransaction, Period } from '../port.ts';
import { OTHER_SHOPS_MS, WINDOW_LENGTH_MS } from './context.ts';
import type { Mirror } from './mirror.ts';
import { VISIBLE_WITHIN_MS } from './mirror-rules.ts';
import type { MirrorStore, Span } from './mirror-store.ts';
import { afterRecentSlice, dueDays, nextBackfill, nextSliceLength, shorterSlice } from './plan.ts';
import { gapsIn, lengthOf } from './spans.ts';

export interface PastDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly mirror: Pick<Mirror, 'readPeriod' | 'readTwice' | 'windowMs' | 'markGone'>;
  readonly store: MirrorStore;
  readonly clockOffset: () => ClockOffset | null;
  readonly mid: () => Promise<string | null>;
  /** How long rows of our own shop are stored, milliseconds. */
  readonly historyMs: number;
  /** How much of the past the first start reads, milliseconds. */
  readonly backfillMs: number;
}

export interface PastProgress {
  /** The periods that are missing, newest first. */
  readonly gaps: readonly Period[];
  /** From 0 to 1, by time. */
  readonly share: number;
  /** Why a period could not be read; null if it is only slow. */
  readonly reason: string | null;
}

/** How much of a period is in the table; rows before `keptFrom` (issuer's clock) are not stored. */
export interface PeriodProgress extends PastProgress {
  readonly keptFrom: number;
}

/** Reads what happened before the last minutes: once, and then each day again. */
export interface Past {
  /**
   * Reads one missing slice, or one day again, and deletes what is too old.
   * @param isKeeper true if this server does it for all; else it reads only what callers of `want`
   * need
   * @returns the pause after it, milliseconds
   */
  round(isKeeper: boolean): Promise<number>;
  /**
   * A person looks at a period (issuer's clock): its missing parts are read first. Only the latest
   * such period counts.
   */
  want(period: Period): void;
  /** How much of a period (issuer's clock) was read, however long ago it was. */
  progressOf(period: Period): Promise<PeriodProgress>;
  /**
   * How much of the time since then (issuer's clock) was read; time before the backfill limit does
   * not count.
   */
  progress(since: number): Promise<PastProgress>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Windows read younger rows. */
const WINDOWS_HAVE_MS = WINDOW_LENGTH_MS + MINUTE_MS;
/** The issuer is answering if the last minutes were read this recently. */
const ANSWERING_MS = 2 * MINUTE_MS;
/** Pauses if there is nothing to read, and if the issuer did not answer. */
export const PAST_PAUSE_MS = { idle: MINUTE_MS, failed: 15_000 };
/** A slice that could not be read is tried again after this time. */
const AVOIDED_MS = 2 * MINUTE_MS;
const FORGET_EVERY_MS = 60 * MINUTE_MS;

export function createPast(deps: PastDeps): Past {
  const { mirror, store, clock } = deps;
  const nowOfIssuer = () => issuerTime(clock.now(), deps.clockOffset());
  let lengthMs: number | null = null;
  /** Slices that could not be read recently: they must not keep others from being read. */
  let avoided: readonly { readonly period: Period; readonly untilMs: number }[] = [];
  let lastReason: string | null = null;
  /**
   * When old rows were last deleted; null at first, because a server may run for less than the
   * pause.
   */
  let forgottenMs: number | null = null;
  let target: Period | null = null;

  /** True if the issuer answers other questions, so that a failure is caused by the period. */
  const isAnswering = () => {
    const readMs = mirror.windowMs();
    return readMs !== null && clock.monotonic() - readMs < ANSWERING_MS;
  };

  /**
   * Limits a period to the part that is read here: windows read younger rows, and older ones are
   * not stored.
   */
  function readable({ from, to }: Period, youngestMs = WINDOWS_HAVE_MS): Period {
    const now = nowOfIssuer();
    return { from: Math.max(from, now - deps.historyMs), to: Math.min(to, now - youngestMs) };
  }

  /**
   * Returns the missing parts of a period. The youngest part that is read reaches to where windows
   * take over, so that nothing is missing a moment later.
   */
  function missingOf(period: Period, read: readonly Period[]): Period[] {
    const { to } = readable(period);
    return gapsIn(readable(period, VISIBLE_WITHIN_MS), read).filter((gap) => gap.from < to);
  }

  async function progressOf(period: Period): Promise<PastProgress> {
    const gaps = gapsIn(period, readOf(await store.spans()));
    return { gaps, share: shareOf(period, gaps), reason: gaps.length > 0 ? lastReason : null };
  }

  async function backfill(period: Period, lane: 'list' | 'backfill'): Promise<number> {
    let rows = 0;
    const onRows = (page: readonly IssuerTransaction[]) => {
      rows += page.length;
    };
    /* Open payments may depend on the last day; older days are read again as a whole. */
    const isRecent = period.to > nowOfIssuer() - DAY_MS;
    const reading = isRecent ? await mirror.readTwice(period, lane) : await mirror.readPeriod(period, lane, { onRows });
    const readMs = period.to - period.from;
    if (reading.outcome === 'failed') {
      lengthMs = reading.trouble === 'search-endless' ? shorterSlice(readMs) : null;
      lastReason = reading.reason;
      if (lengthMs === null && isAnswering())
        avoided = [...avoided, { period, untilMs: clock.monotonic() + AVOIDED_MS }];
      return PAST_PAUSE_MS.failed;
    }
    if (!isRecent) await store.noteSpan({ kind: 'span', period, beganAt: reading.beganAt });
    lengthMs = isRecent ? afterRecentSlice(lengthMs) : nextSliceLength(readMs, rows);
    return 0;
  }

  async function forget(): Promise<void> {
    forgottenMs = clock.monotonic();
    const now = nowOfIssuer();
    const shopMid = await deps.mid();
    while ((await store.forget(shopMid, now - OTHER_SHOPS_MS, now - deps.historyMs)) > 0);
  }

  return {
    async round(isKeeper) {
      if (isKeeper && (forgottenMs === null || clock.monotonic() - forgottenMs > FORGET_EVERY_MS)) await forget();
      const spans = await store.spans();
      const now = nowOfIssuer();
      avoided = avoided.filter(({ untilMs }) => untilMs > clock.monotonic());
      const read = [...readOf(spans), ...avoided.map(({ period }) => period)];
      const first = target && nextBackfill(missingOf(target, read), lengthMs);
      if (first) return backfill(first, 'list');
      target = null;
      if (!isKeeper) return PAST_PAUSE_MS.idle;
      const slice = nextBackfill(gapsIn({ from: now - deps.backfillMs, to: now - WINDOWS_HAVE_MS }, read), lengthMs);
      if (slice) return backfill(slice, 'backfill');
      lengthMs = null;
      const daysRead = spans.filter(({ kind }) => kind === 'day');
      const [day] = dueDays(now, clock.now(), daysRead);
      return day ? readDay(deps, day) : PAST_PAUSE_MS.idle;
    },
    want(period) {
      target = period;
    },
    progressOf: async (period) => ({
      ...(await progressOf(readable(period))),
      keptFrom: nowOfIssuer() - deps.historyMs,
    }),
    progress: (since) =>
      progressOf(readable({ from: Math.max(since, nowOfIssuer() - deps.backfillMs), to: Number.POSITIVE_INFINITY })),
  };
}

/** Reads a whole day again, to find rows that changed or vanished. @returns the pause after it */
async function readDay({ mirror, store, log }: PastDeps, period: Period): Promise<number> {
  const visible = new Set<string>();
  const onRows = (page: readonly IssuerTransaction[]) =>
    page.forEach(({ transactionId }) => visible.add(transactionId));
  const reading = await mirror.readPeriod(period, 'day', { onRows });
  if (reading.outcome === 'failed') return PAST_PAUSE_MS.failed;
  const count = await mirror.markGone(period, visible);
  if (count > 0) log.warn({ count }, 'the issuer does not show rows of a day any more');
  await store.noteSpan({ kind: 'span', period, beganAt: reading.beganAt });
  await store.noteSpan({ kind: 'day', period, beganAt: reading.beganAt });
  return 0;
}

function shareOf({ from, to }: Period, gaps: readonly Period[]): number {
  return to <= from ? 1 : 1 - lengthOf(gaps) / (to - from);
}

function readOf(spans: readonly Span[]): Period[] {
  return spans.filter(({ kind }) => kind === 'span').map(({ period }) => period);
}
