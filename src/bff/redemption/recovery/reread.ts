import { LIMITS } from '../../../contract/access/limits.ts';
import { issuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Issuer, Period } from '../../issuer/port.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Gap } from '../../platform/store/journal-gaps.ts';

export interface RereadDeps {
  readonly mirror: Pick<Mirror, 'after' | 'readPeriod'>;
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  /** W of settling, milliseconds. */
  readonly settleWindowMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads the issuer's transactions since a gap again.
 *
 * What was read of them before does not count: what the journal lacks, its table of them may lack
 * too.
 */
export interface Reread {
  /**
   * Reads up to now.
   * @returns false where the issuer did not answer; the next time goes on from there
   */
  catchUp(gap: Gap): Promise<boolean>;
  /**
   * Reads twice what the issuer may have done or shown late.
   *
   * It begins before the gap was found, and twice because a search may leave rows out for seconds.
   * @returns whether both were read
   */
  late(gap: Gap): Promise<boolean>;
  /**
   * Reads the same once more, for a till that remembers what was not shown.
   *
   * It does so at most every 20 s, however often it is asked.
   */
  again(gap: Gap): Promise<void>;
  /** How much was read, from 0 to 1. */
  share(): number;
  /** Whether everything was read up to a moment ago. */
  isRead(): boolean;
  /** Begins anew with the next gap. */
  forget(): void;
}

/**
 * It is read in slices that grow and shrink.
 *
 * The first is so long, the next twice as long after one that went well, and half after one that
 * did not.
 */
const SLICE_MS = { first: 10 * 60_000, least: 30_000, most: 6 * 60 * 60_000 };
/** So much of the newest is left to the next round. */
const NEWEST_MS = 1_000;
const MOMENT_MS = 10_000;
/** Between the two readings of what came late. */
const TWICE_WITHIN_MS = 10_000;
/**
 * Rows that come move others to later pages while those are read from copies that are not equally
 * far. So the time of the last half hour is read in pieces, where few rows come to the same piece.
 */
const RESTLESS_MS = 30 * 60_000;
const PIECE_MS = 30_000;
/** Between two readings for the same till. */
const AGAIN_MS = 20_000;
/** Nobody reads back further than a manager's list goes. */
const BACK_MS = 31 * 24 * 60 * 60_000;

/** How far one gap was read. Times are the issuer's. */
interface Work {
  readonly gapId: string;
  /**
   * The issuer's time at a moment of the clock that does not jump.
   *
   * Ours may be set while this goes on.
   */
  readonly beganAt: number;
  readonly beganMs: number;
  readonly from: number;
  /**
   * From when on the issuer may have acted or shown late.
   *
   * It is told at the beginning, because our clock may be set later.
   */
  readonly lateFrom: number;
  readTo: number;
  sliceMs: number;
  /**
   * When what came late was first read, monotonic.
   *
   * `isLateRead` says whether it was read a second time.
   */
  lateReadMs: number | null;
  isLateRead: boolean;
  /** When it was last read once more, monotonic. */
  againMs: number;
}

export function createReread({ mirror, issuer, settleWindowMs, clock, signal }: RereadDeps): Reread {
  let work: Work | null = null;
  const theirs = (at: number) => issuerTime(at, issuer.clockOffset());
  const nowOf = ({ beganAt, beganMs }: Work) => beganAt + clock.monotonic() - beganMs;
  const before = (at: number) => theirs(at) - settleWindowMs - LIMITS.candidatePadMs;

  /** Null while the issuer gives no answer that tells its time. */
  async function begin(gap: Gap): Promise<Work | null> {
    if (work?.gapId === gap.id) return work;
    const glanced = await mirror.after(clock.monotonic());
    /* A merchant may have more rows than can be read in time. A glance that was answered and did
       not end has told the issuer's time all the same. */
    if (glanced.outcome === 'failed' && glanced.trouble === null) return null;
    const beganAt = theirs(clock.now());
    const from = Math.max(before(gap.fromAt), beganAt - BACK_MS);
    const lateFrom = Math.max(from, before(gap.foundAt));
    const never = Number.NEGATIVE_INFINITY;
    const nothing = { readTo: from, sliceMs: SLICE_MS.first, lateReadMs: null, isLateRead: false, againMs: never };
    work = { gapId: gap.id, beganAt, beganMs: clock.monotonic(), from, lateFrom, ...nothing };
    return work;
  }

  /**
   * Reads one pass.
   *
   * What it misses while others trade, the looks that follow find, and that is not waited for.
   */
  async function read(of: Work, period: Period): Promise<boolean> {
    const isEnded = (await mirror.readPeriod(period, 'list', { signal })).outcome === 'ended';
    of.sliceMs = isEnded ? Math.min(of.sliceMs * 2, SLICE_MS.most) : Math.max(of.sliceMs / 2, SLICE_MS.least);
    return isEnded;
  }

  async function upToNow(of: Work): Promise<boolean> {
    while (!signal.aborted && of.readTo < nowOf(of) - NEWEST_MS) {
      const to = Math.min(nowOf(of), of.readTo + of.sliceMs);
      if (!(await read(of, { from: of.readTo, to }))) return false;
      of.readTo = to;
    }
    return true;
  }

  /** Reads what was made by now and dated later. Rows have a clock of their own. */
  const datedLater = (of: Work) => read(of, { from: of.readTo, to: nowOf(of) + LIMITS.candidatePadMs });

  async function fromBefore(of: Work): Promise<boolean> {
    const readTo = of.readTo;
    of.readTo = Math.min(readTo, of.lateFrom);
    const isRead = (await upToNow(of)) && (await datedLater(of));
    of.readTo = Math.max(readTo, of.readTo);
    return isRead;
  }

  /** Reads once more what may have come late, so that none of it lies between two pages. */
  async function inPieces(of: Work): Promise<boolean> {
    const until = nowOf(of) + LIMITS.candidatePadMs;
    for (let from = Math.max(of.lateFrom, until - RESTLESS_MS); from < until; from += PIECE_MS)
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
    async again(gap) {
      const of = await begin(gap);
      if (of === null || clock.monotonic() < of.againMs + AGAIN_MS) return;
      of.againMs = clock.monotonic();
      await fromBefore(of);
    },
    share: () => (work === null ? 0 : Math.min(1, (work.readTo - work.from) / Math.max(1, nowOf(work) - work.from))),
    isRead: () => work !== null && work.readTo > work.from && work.readTo >= nowOf(work) - MOMENT_MS,
    forget() {
      work = null;
    },
  };
}
