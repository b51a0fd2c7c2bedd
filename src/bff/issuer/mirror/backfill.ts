import { LIMITS } from '../../../contract/access/limits.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { issuerTime } from '../issuer-time.ts';
import type { ClockOffset, IssuerTransaction, Period } from '../port.ts';
import { WINDOW_LENGTH_MS } from './context.ts';
import {
  ANSWERED_RECENTLY_MS,
  FAILED_SLICE_PAUSE_MS,
  FORGET_EVERY_MS,
  OTHER_SHOPS_MS,
  PROCESSING_EVERY_MS,
} from './limits.ts';
import type { Mirror } from './mirror.ts';
import { nextPassAt, VISIBLE_WITHIN_MS } from './mirror-rules.ts';
import type { MirrorStore, Span } from './mirror-store.ts';
import {
  dueDays,
  dueHours,
  hourOf,
  lengthAfterRecentSlice,
  nextBackfill,
  nextSliceLength,
  periodsAround,
  shorterSliceLength,
} from './plan.ts';
import { gapsIn, lengthOf } from './spans.ts';

export interface BackfillDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly mirror: Pick<Mirror, 'readPeriod' | 'readTwice' | 'windowMs' | 'markGone'>;
  readonly store: MirrorStore;
  readonly clockOffset: () => ClockOffset | null;
  readonly ownMids: () => Promise<readonly string[] | null>;
  /** True if the credentials that read since then (monotonic) are proved to be of the account. */
  readonly isOfAccount: (sinceMs: number) => Promise<boolean>;
  /** How long rows of our own shop are stored, milliseconds. */
  readonly historyMs: number;
  /** How much of the past the first start reads, milliseconds. */
  readonly backfillMs: number;
}

export interface BackfillProgress {
  /** The periods that are missing, newest first. */
  readonly gaps: readonly Period[];
  /** From 0 to 1, by time. */
  readonly share: number;
  /** The reason why a period could not be read; null if reading is only slow. */
  readonly reason: string | null;
}

/** How much of a period is in the table; rows before `keptFrom` (issuer's clock) are not stored. */
export interface PeriodProgress extends BackfillProgress {
  readonly keptFrom: number;
}

/** Reads rows from before the last minutes once, and every finished day again later. */
export interface Backfill {
  /**
   * Reads one missing slice, or one day again, and deletes old rows.
   * @param isKeeper true if this server reads for all servers; otherwise it reads only prioritized
   * periods
   * @returns the pause before the next round, milliseconds
   */
  round(isKeeper: boolean): Promise<number>;
  /**
   * Reads the missing parts of a period (issuer's clock) first, because a person is viewing it.
   * Only the latest such period counts.
   */
  prioritize(period: Period): void;
  /** Returns which part of a period (issuer's clock) was read, at any time. */
  progressOf(period: Period): Promise<PeriodProgress>;
  /**
   * Returns which part of the time from `since` (issuer's clock) was read. Time before the backfill
   * limit does not count.
   */
  progress(since: number): Promise<BackfillProgress>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Younger rows are read by the windows, see {@link WINDOW_LENGTH_MS}. */
export const READ_BY_WINDOWS_MS = WINDOW_LENGTH_MS + MINUTE_MS;
/** Pauses after a round with nothing to read, and after one without an answer. */
export const BACKFILL_PAUSE_MS = { idle: MINUTE_MS, failed: 15_000 };

export function createBackfill(deps: BackfillDeps): Backfill {
  const { mirror, store, clock } = deps;
  const nowOfIssuer = () => issuerTime(clock.now(), deps.clockOffset());
  let lengthMs: number | null = null;
  /** Slices that could not be read recently: they must not keep others from being read. */
  let avoided: readonly { readonly period: Period; readonly untilMs: number }[] = [];
  let lastReason: string | null = null;
  /**
   * When old rows were last deleted; null at first, because a server may never run for the whole
   * interval.
   */
  let forgottenMs: number | null = null;
  let target: Period | null = null;
  const rereads = createRereads(deps);

  /** True if the issuer answers other questions, so that a failure is caused by the period. */
  const isAnswering = () => {
    const readMs = mirror.windowMs();
    return readMs !== null && clock.monotonic() - readMs < ANSWERED_RECENTLY_MS;
  };

  /**
   * Limits a period to the part that the backfill reads: the full readings of the last minutes
   * cover younger rows, and older rows are not stored.
   */
  function readable({ from, to }: Period, youngestMs = READ_BY_WINDOWS_MS): Period {
    const now = nowOfIssuer();
    return { from: Math.max(from, now - deps.historyMs), to: Math.min(to, now - youngestMs) };
  }

  /**
   * Returns the missing parts of a period. The youngest part extends to the start of the last
   * minutes, which are read separately, so that no gap appears.
   */
  function missingOf(period: Period, read: readonly Period[]): Period[] {
    const { to } = readable(period);
    return gapsIn(readable(period, VISIBLE_WITHIN_MS), read).filter((gap) => gap.from < to);
  }

  async function progressOf(period: Period): Promise<BackfillProgress> {
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
      lengthMs = reading.trouble === 'search-endless' ? shorterSliceLength(readMs) : null;
      lastReason = reading.reason;
      if (lengthMs === null && isAnswering())
        avoided = [...avoided, { period, untilMs: clock.monotonic() + FAILED_SLICE_PAUSE_MS }];
      return BACKFILL_PAUSE_MS.failed;
    }
    if (!isRecent) await store.noteSpan({ kind: 'span', period, beganAt: reading.beganAt });
    lengthMs = isRecent ? lengthAfterRecentSlice(lengthMs) : nextSliceLength(readMs, rows);
    return 0;
  }

  async function forget(): Promise<void> {
    forgottenMs = clock.monotonic();
    const now = nowOfIssuer();
    const ownMids = await deps.ownMids();
    while ((await store.forget(ownMids, now - OTHER_SHOPS_MS, now - deps.historyMs)) > 0);
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
      if (!isKeeper) return BACKFILL_PAUSE_MS.idle;
      const slice = nextBackfill(gapsIn({ from: now - deps.backfillMs, to: now - READ_BY_WINDOWS_MS }, read), lengthMs);
      if (slice) return backfill(slice, 'backfill');
      lengthMs = null;
      return rereads(now, spans);
    },
    prioritize(period) {
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

/**
 * Reads the last hours again once an hour, finished days, and rows that the issuer is processing.
 * @returns a function that returns the pause before the next round, milliseconds
 */
function createRereads(deps: BackfillDeps): (now: number, spans: readonly Span[]) => Promise<number> {
  const { mirror, store, clock } = deps;
  let hoursReadTo: number | null = null;
  /** Monotonic time of the last query for rows that are being processed; null before the first. */
  let processingMs: number | null = null;
  let processing: readonly Period[] = [];

  async function nextProcessing(now: number): Promise<Period | undefined> {
    if (processing.length === 0 && (processingMs === null || clock.monotonic() - processingMs >= PROCESSING_EVERY_MS)) {
      processingMs = clock.monotonic();
      processing = periodsAround(await store.processing(await deps.ownMids(), now - LIMITS.sweepBackMs));
    }
    return processing[0];
  }

  return async (now, spans) => {
    /* A server that starts reads the past as gaps. */
    hoursReadTo ??= hourOf(now - READ_BY_WINDOWS_MS);
    const hours = dueHours(now - READ_BY_WINDOWS_MS, hoursReadTo);
    if (hours) {
      const reading = await mirror.readPeriod(hours, 'day');
      if (reading.outcome === 'failed') return BACKFILL_PAUSE_MS.failed;
      hoursReadTo = hours.to;
      return 0;
    }
    const period = await nextProcessing(now);
    if (period) {
      const reading = await mirror.readPeriod(period, 'day');
      if (reading.outcome === 'failed') return BACKFILL_PAUSE_MS.failed;
      processing = processing.slice(1);
      return 0;
    }
    const daysRead = spans.filter(({ kind }) => kind === 'day');
    const [day] = dueDays(now, clock.now(), daysRead);
    return day ? readDay(deps, day) : BACKFILL_PAUSE_MS.idle;
  };
}

const NOT_OF_ACCOUNT =
  'the search lists none of the stored transactions, so none is marked as gone: check the merchant’s credentials';

/**
 * Reads a whole day again, to find rows that changed or vanished. A search may omit rows for some
 * seconds, so a row has vanished only if two readings do not show it, and credentials of another
 * merchant show none of the rows. @returns the pause before the
 * next round, milliseconds
 */
async function readDay({ mirror, store, clock, log, isOfAccount }: BackfillDeps, period: Period): Promise<number> {
  const beganMs = clock.monotonic();
  const visible = new Set<string>();
  const onRows = (page: readonly IssuerTransaction[]) =>
    page.forEach(({ transactionId }) => visible.add(transactionId));
  const reading = await mirror.readPeriod(period, 'day', { onRows });
  if (reading.outcome === 'failed') return BACKFILL_PAUSE_MS.failed;
  const isAnyMissing = (await store.missingIn(period, visible)).length > 0;
  if (isAnyMissing) {
    await clock.sleep(nextPassAt(reading.beganMs) - clock.monotonic());
    const again = await mirror.readPeriod(period, 'day', { onRows });
    if (again.outcome === 'failed') return BACKFILL_PAUSE_MS.failed;
  }
  const mayMark = isAnyMissing && (await isOfAccount(beganMs));
  if (isAnyMissing && !mayMark) log.warn({}, NOT_OF_ACCOUNT);
  const count = mayMark ? await mirror.markGone(period, visible) : 0;
  if (count > 0) log.warn({ count }, 'the issuer no longer lists some transactions of a day');
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
