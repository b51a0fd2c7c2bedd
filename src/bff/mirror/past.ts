import type { Logger } from '../base/logging.ts';
import type { Clock } from '../base/ports.ts';
import { issuerTime } from '../issuer/issuer-time.ts';
import type { ClockOffset, IssuerTransaction, Period } from '../issuer/port.ts';
import { WINDOW_LENGTH_MS } from './ground.ts';
import type { Mirror } from './mirror.ts';
import type { MirrorStore, Span } from './mirror-store.ts';
import { dueDays, nextBackfill, nextLength } from './plan.ts';
import { gapsIn, lengthOf } from './spans.ts';

export interface PastDeps {
  readonly mirror: Pick<Mirror, 'readPeriod' | 'readTwice' | 'windowMs'>;
  readonly store: MirrorStore;
  readonly clockOffset: () => ClockOffset | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mid: () => Promise<string | null>;
  /** Rows of our own shop stay for so long, milliseconds. */
  readonly historyMs: number;
  /** How much of the past a first start reads, milliseconds. */
  readonly backfillMs: number;
}

/** How much of the past is in the table. */
export interface Progress {
  /** What is still to be read, the newest first. */
  readonly gaps: readonly Period[];
  /** From 0 to 1, by time. */
  readonly share: number;
  /** Why something could not be read; null when it only takes its time. */
  readonly reason: string | null;
}

/** What happened before the last minutes: it is read once, and each day again. */
export interface Past {
  /** One slice that is missing, or one day again, and what is too old goes. @returns the pause after it, milliseconds */
  round(): Promise<number>;
  /** How much of the time since then (issuer's clock) was read; what is older than anybody reads back does not count. */
  progress(since: number): Promise<Progress>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What is younger is for the windows to read. */
const WINDOWS_HAVE_MS = WINDOW_LENGTH_MS + MINUTE_MS;
/** The issuer answers where the last minutes were read this lately. */
const ANSWERING_MS = 2 * MINUTE_MS;
/** Rows of other shops stay for so long. */
const OTHERS_MS = 2 * DAY_MS;
/** Pauses: when there is nothing to read, and when the issuer did not answer. */
export const PAST_PAUSE_MS = { idle: MINUTE_MS, failed: 15_000 };
/** A slice that could not be read is tried again after so long. */
const AVOIDED_MS = 2 * MINUTE_MS;
const FORGET_EVERY_MS = 60 * MINUTE_MS;

export function createPast(deps: PastDeps): Past {
  const { mirror, store, clock, log } = deps;
  const nowOfIssuer = () => issuerTime(clock.now(), deps.clockOffset());
  let lengthMs: number | null = null;
  /** Slices that could not be read lately: they must not keep others from being read. */
  let avoided: readonly { readonly period: Period; readonly untilMs: number }[] = [];
  let lastReason: string | null = null;
  let forgottenMs = clock.monotonic();

  /** Whether the issuer answers otherwise, so that a failure is about what was asked for. */
  const isAnswering = () => {
    const readMs = mirror.windowMs();
    return readMs !== null && clock.monotonic() - readMs < ANSWERING_MS;
  };

  async function backfill(period: Period): Promise<number> {
    let rows = 0;
    const onRows = (page: readonly IssuerTransaction[]) => {
      rows += page.length;
    };
    /* Money may hang on what is missing of the last day; what is older is read again with its day. */
    const isRecent = period.to > nowOfIssuer() - DAY_MS;
    const reading = isRecent ? await mirror.readTwice(period) : await mirror.readPeriod(period, 'backfill', { onRows });
    if (reading.outcome === 'failed') {
      lengthMs = null;
      lastReason = reading.reason;
      if (isAnswering()) avoided = [...avoided, { period, untilMs: clock.monotonic() + AVOIDED_MS }];
      return PAST_PAUSE_MS.failed;
    }
    if (!isRecent) await store.noteSpan({ kind: 'span', period, beganAt: reading.beganAt });
    lengthMs = isRecent ? null : nextLength(period.to - period.from, rows);
    return 0;
  }

  async function readDay(period: Period): Promise<number> {
    const shown = new Set<string>();
    const onRows = (page: readonly IssuerTransaction[]) => page.forEach(({ transactionId }) => shown.add(transactionId));
    const reading = await mirror.readPeriod(period, 'day', { onRows });
    if (reading.outcome === 'failed') return PAST_PAUSE_MS.failed;
    const count = await store.markGone(period, shown, clock.now());
    if (count > 0) log.warn({ count }, 'the issuer does not show rows of a day any more');
    await store.noteSpan({ kind: 'span', period, beganAt: reading.beganAt });
    await store.noteSpan({ kind: 'day', period, beganAt: reading.beganAt });
    return 0;
  }

  async function forget(): Promise<void> {
    forgottenMs = clock.monotonic();
    const now = nowOfIssuer();
    const ownMid = await deps.mid();
    while ((await store.forget(ownMid, now - OTHERS_MS, now - deps.historyMs)) > 0);
  }

  return {
    async round() {
      if (clock.monotonic() - forgottenMs > FORGET_EVERY_MS) await forget();
      const spans = await store.spans();
      const now = nowOfIssuer();
      avoided = avoided.filter(({ untilMs }) => untilMs > clock.monotonic());
      const whole = { from: now - deps.backfillMs, to: now - WINDOWS_HAVE_MS };
      const slice = nextBackfill(gapsIn(whole, [...readOf(spans), ...avoided.map(({ period }) => period)]), lengthMs);
      if (slice) return backfill(slice);
      const [day] = dueDays(
        now,
        clock.now(),
        spans.filter(({ kind }) => kind === 'day'),
      );
      return day ? readDay(day) : PAST_PAUSE_MS.idle;
    },
    async progress(since) {
      const now = nowOfIssuer();
      const whole = { from: Math.max(since, now - deps.backfillMs), to: now - WINDOWS_HAVE_MS };
      const gaps = gapsIn(whole, readOf(await store.spans()));
      const share = whole.to <= whole.from ? 1 : 1 - lengthOf(gaps) / (whole.to - whole.from);
      return { gaps, share, reason: gaps.length > 0 ? lastReason : null };
    },
  };
}

function readOf(spans: readonly Span[]): Period[] {
  return spans.filter(({ kind }) => kind === 'span').map(({ period }) => period);
}
