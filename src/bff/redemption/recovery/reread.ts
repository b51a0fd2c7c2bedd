import { LIMITS } from '../../../contract/access/limits.ts';
import { issuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Issuer, Period } from '../../issuer/port.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Gap } from '../../platform/store/journal-gaps.ts';
import {
  LIMIT_PER_READING_MS,
  PIECE_MS,
  RECENT_PERIOD_MS,
  REPEAT_AFTER_MS,
  REREAD_MAX_MS,
  REREAD_NEWEST_MS,
  TWICE_WITHIN_MS,
} from './limits.ts';

export interface RereadDeps {
  readonly mirror: Pick<Mirror, 'after' | 'readPeriod'>;
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  readonly settleWindowMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads the issuer's transactions since a gap again. Earlier readings do not count: a journal that
 * lost operations may also have lost rows of the issuer.
 */
export interface Reread {
  /**
   * Reads up to now.
   * @returns false if the issuer did not answer; the next call continues
   */
  catchUp(gap: Gap): Promise<boolean>;
  /**
   * Reads the rows that may have appeared late. The period begins before the gap was found, and is
   * read twice because a search may omit rows for a few seconds.
   * @returns true if both readings are done
   */
  late(gap: Gap): Promise<boolean>;
  /**
   * Repeats {@link Reread.late}, at most every 20 s, for a till that remembers a row that did not
   * appear.
   */
  repeatLate(gap: Gap): Promise<void>;
  /** The share that has been read, from 0 to 1. */
  share(): number;
  /** True if everything was read until a moment ago. */
  isRead(): boolean;
  forget(): void;
}

/**
 * Sizes of the slices, which grow and shrink. A slice is twice as long after a success, and half as
 * long after a failure.
 */
const SLICE_MS = { first: 10 * 60_000, least: 30_000, most: 6 * 60 * 60_000 };

interface Work {
  readonly gapId: string;
  /**
   * The issuer's time at a moment of the monotonic clock. Our wall clock may be set during the
   * reading.
   */
  readonly beganAt: number;
  readonly beganMs: number;
  readonly from: number;
  /**
   * Earliest time when the issuer may have acted or shown rows late. It is calculated at the start,
   * because our clock may be set later.
   */
  readonly lateFrom: number;
  readTo: number;
  sliceMs: number;
  /** When late rows were first read, monotonic. `isLateRead` is true after the second reading. */
  lateReadMs: number | null;
  isLateRead: boolean;
  /** Monotonic time of the latest extra reading. */
  againMs: number;
}

export function createReread({ mirror, issuer, settleWindowMs, clock, signal }: RereadDeps): Reread {
  let work: Work | null = null;
  const theirs = (at: number) => issuerTime(at, issuer.clockOffset());
  const nowOf = ({ beganAt, beganMs }: Work) => beganAt + clock.monotonic() - beganMs;
  const before = (at: number) => theirs(at) - settleWindowMs - LIMITS.candidatePadMs;

  /** Returns null until an answer of the issuer contains its time. */
  async function begin(gap: Gap): Promise<Work | null> {
    if (work?.gapId === gap.id) return work;
    const glanced = await mirror.after(clock.monotonic());
    /* With `trouble`, the issuer answered with more rows than could be read in time, so its clock
       is known. Without `trouble`, it gave no usable answer. */
    if (glanced.outcome === 'failed' && glanced.trouble === null) return null;
    const beganAt = theirs(clock.now());
    const from = Math.max(before(gap.fromAt), beganAt - REREAD_MAX_MS);
    const lateFrom = Math.max(from, before(gap.foundAt));
    const never = Number.NEGATIVE_INFINITY;
    const nothing = { readTo: from, sliceMs: SLICE_MS.first, lateReadMs: null, isLateRead: false, againMs: never };
    work = { gapId: gap.id, beganAt, beganMs: clock.monotonic(), from, lateFrom, ...nothing };
    return work;
  }

  /**
   * Reads one pass. It does not wait for rows that it misses while other shops trade; later lookups
   * find them.
   */
  async function read(of: Work, period: Period): Promise<boolean> {
    const isComplete = (await mirror.readPeriod(period, 'list', { signal })).outcome === 'ended';
    of.sliceMs = isComplete ? Math.min(of.sliceMs * 2, SLICE_MS.most) : Math.max(of.sliceMs / 2, SLICE_MS.least);
    return isComplete;
  }

  async function upToNow(of: Work): Promise<boolean> {
    while (!signal.aborted && of.readTo < nowOf(of) - REREAD_NEWEST_MS) {
      const to = Math.min(nowOf(of), of.readTo + of.sliceMs);
      if (!(await read(of, { from: of.readTo, to }))) return false;
      of.readTo = to;
    }
    return true;
  }

  /** Reads rows with a time in the future, because rows have their own clock. */
  const datedLater = (of: Work) => read(of, { from: of.readTo, to: nowOf(of) + LIMITS.candidatePadMs });

  async function fromBefore(of: Work): Promise<boolean> {
    const readTo = of.readTo;
    of.readTo = Math.min(readTo, of.lateFrom);
    const isRead = (await upToNow(of)) && (await datedLater(of));
    of.readTo = Math.max(readTo, of.readTo);
    return isRead;
  }

  /** Reads late rows once more, so that none is missed between two pages. */
  async function inPieces(of: Work): Promise<boolean> {
    const until = nowOf(of) + LIMITS.candidatePadMs;
    for (let from = Math.max(of.lateFrom, until - RECENT_PERIOD_MS); from < until; from += PIECE_MS)
      if (!(await read(of, { from, to: Math.min(until, from + PIECE_MS) }))) return false;
    return true;
  }

  return {
    async catchUp(gap) {
      const of = await begin(gap);
      return of !== null && upToNow(of);
    },
    async late(gap) {
      const of = await begin(gap);
      if (of === null || of.isLateRead) return of !== null;
      if (of.lateReadMs !== null && clock.monotonic() < of.lateReadMs + TWICE_WITHIN_MS) return false;
      if (!((await fromBefore(of)) && (await inPieces(of)))) return false;
      of.isLateRead = of.lateReadMs !== null;
      of.lateReadMs = clock.monotonic();
      return of.isLateRead;
    },
    async repeatLate(gap) {
      const of = await begin(gap);
      if (of === null || clock.monotonic() < of.againMs + REPEAT_AFTER_MS) return;
      of.againMs = clock.monotonic();
      await fromBefore(of);
    },
    share: () => (work === null ? 0 : Math.min(1, (work.readTo - work.from) / Math.max(1, nowOf(work) - work.from))),
    isRead: () => work !== null && work.readTo > work.from && work.readTo >= nowOf(work) - LIMIT_PER_READING_MS,
    forget() {
      work = null;
    },
  };
}
