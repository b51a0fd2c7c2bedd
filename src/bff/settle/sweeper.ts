import { statesOf, TENDER_STATES } from '../../contract/states.ts';
import { SENT_STATES } from '../../contract/tender.ts';
import { describeError, type Logger } from '../base/logging.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { Issuer, IssuerTransaction, Period } from '../issuer/port.ts';
import type { OrphanJournal } from '../journal/orphan-store.ts';
import type { RefundJournal } from '../journal/refund-store.ts';
import { mayFollowTender } from '../journal/tender-facts.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import { Stale } from '../operation/stale.ts';
import { issuerTime, ourTime } from './candidates.ts';
import { candidateOf } from './cases.ts';
import { readPieces } from './reading.ts';
import { dayOf, earliestSent, hoursOf, lateRefund, lateTender, merged, needsExplaining, nextPeriod, refOf } from './sweep.ts';

/** States in which it was said that a tender has no capture, though one may come yet. */
const GIVEN_UP = statesOf(TENDER_STATES).filter((state) => mayFollowTender(state, 'late_capture'));

export interface SweeperDeps {
  readonly shop: string;
  readonly journal: Pick<TenderJournal, 'inStates' | 'holder' | 'claimed' | 'mid' | 'capture'>;
  readonly refunds: Pick<RefundJournal, 'inStates' | 'refunded'>;
  readonly orphans: Pick<OrphanJournal, 'began' | 'found'>;
  readonly issuer: Pick<Issuer, 'searchPage' | 'clockOffset'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** IANA name; the shop's day ends in it. */
  readonly timeZone: string;
  /** Milliseconds between two looks. */
  readonly sweepEveryMs: number;
}

/**
 * Looks for captures of the shop that no operation explains, for as long as the server runs: those that came after it was said that there are
 * none, and those that nothing here knows of. Several servers may do so at the same time, because a claim is unique.
 */
export interface Sweeper {
  /** Begins to look, from time to time. */
  start(): void;
  /**
   * Looks over a period of the issuer's time at once.
   * @returns false when it could not be read to its end, or our mid is not known, so that nothing can be said
   */
  sweepNow(period: Period): Promise<boolean>;
  /** What has not been looked through for longer than it should take; null while the looks keep up. */
  behind(): Behind | null;
  /** Stops looking; resolves when no look is under way any more. */
  stop(): Promise<void>;
}

/** How far looking for captures has fallen behind. */
export interface Behind {
  /** The oldest moment of the issuer's time that was not looked at, and since when of our time the looks have not kept up; milliseconds UTC. */
  readonly from: number;
  readonly since: number;
  /** Why the last piece could not be read; null when it only takes long. */
  readonly reason: string | null;
}

/** Looks that have not kept up for longer than this are a manager's business. */
const BEHIND_MS = 30 * 60_000;
/** After so many pieces in a row that could not be read, the rest of a look waits for the next one: the issuer is away. */
const FAILURES_MAX = 3;
/** The first look waits until the server has started. */
const FIRST_LOOK_MS = 10_000;
/** Ids asked about in one question to the journal. */
const IDS_AT_ONCE = 500;

export function createSweeper(deps: SweeperDeps): Sweeper {
  const { shop, journal, orphans, issuer, clock, log } = deps;
  const stopping = new AbortController();
  /** Rows whose voucher was in an open tender when they were seen: settling may yet explain them. */
  const waiting = new Map<string, IssuerTransaction>();
  let lookedTo: number | null = null;
  let day = dayOf(clock.now(), deps.timeZone);
  /** What looks could not read so far, oldest first. */
  let missed: Period[] = [];
  /** When the last look began that left nothing out, and from where on there may be more; null before the first one is due. */
  let keptUp: { readonly atMs: number; readonly to: number } | null = null;
  let lastReason = '';

  /** Judges rows that were read before anything is asked here, so that whatever explains them was written before or is open still. */
  async function judge(rows: readonly IssuerTransaction[], mid: string): Promise<void> {
    const captures = await unclaimed(rows.filter((row) => needsExplaining(row, 'capture', mid)));
    const free: IssuerTransaction[] = [];
    for (const row of captures) {
      const holder = await journal.holder(shop, refOf(row));
      if (holder?.kind === 'tender') waiting.set(row.transactionId, row);
      else free.push(row);
    }
    const unexplained = await unclaimed(free);
    if (unexplained.length > 0) await explain(unexplained);
    const refunds = await unclaimed(rows.filter((row) => needsExplaining(row, 'refund', mid)));
    if (refunds.length > 0) await explainRefunds(refunds);
  }

  async function unclaimed(rows: readonly IssuerTransaction[]): Promise<IssuerTransaction[]> {
    const left: IssuerTransaction[] = [];
    for (let start = 0; start < rows.length; start += IDS_AT_ONCE) {
      const some = rows.slice(start, start + IDS_AT_ONCE);
      const claimed = await journal.claimed(
        shop,
        some.map(({ transactionId }) => transactionId),
      );
      left.push(...some.filter(({ transactionId }) => !claimed.has(transactionId)));
      for (const id of claimed) waiting.delete(id);
    }
    return left;
  }

  async function explain(rows: readonly IssuerTransaction[]): Promise<void> {
    const oldest = Math.min(...rows.map(({ createdAt }) => createdAt ?? Number.POSITIVE_INFINITY));
    const since = Number.isFinite(oldest) ? ourTime(earliestSent(oldest), issuer.clockOffset()) : clock.now();
    let givenUp = await journal.inStates(shop, GIVEN_UP, since);
    for (const row of rows) {
      const late = lateTender(row, givenUp);
      if (late) givenUp = givenUp.filter(({ id }) => id !== late.tender.id);
      await explainOne(row, late);
    }
  }

  async function explainOne(row: IssuerTransaction, late: ReturnType<typeof lateTender>): Promise<void> {
    const { transactionId: captureId } = row;
    if (!late) {
      const orphan = await orphans.found({ id: deps.random.uuid(), shop, row: candidateOf(row), ref: refOf(row) });
      if (orphan)
        log.warn({ operationId: orphan.id, kind: 'orphan', last4: orphan.last4 }, 'the issuer shows a capture that nothing explains');
      waiting.delete(captureId);
      return;
    }
    const { tender, captured } = late;
    const nothing = { authorizationId: null, refundHandle: null, vouchers: [] };
    try {
      const written = await journal.capture(tender, { kind: 'late_capture', captureId, captured, evidence: 'search', ...nothing });
      if (written)
        log.warn({ operationId: tender.id, kind: 'tender', last4: tender.last4 }, 'a capture came after it was said that there is none');
      waiting.delete(captureId);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      waiting.set(captureId, row);
    }
  }

  /** Refunds that we did not make are nothing that we have to explain. */
  async function explainRefunds(rows: readonly IssuerTransaction[]): Promise<void> {
    let givenUp = await deps.refunds.inStates(shop, ['not_refunded']);
    for (const row of rows) {
      const late = lateRefund(row, givenUp);
      if (!late) continue;
      givenUp = givenUp.filter(({ tender }) => tender.id !== late.tender.id);
      const fact = { kind: 'refunded', refundId: row.transactionId, evidence: 'search' } as const;
      try {
        if (await deps.refunds.refunded(late, fact))
          log.warn(
            { operationId: late.id, kind: 'refund', last4: late.tender.last4 },
            'a refund came after it was said that there is none',
          );
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
        log.info({ operationId: late.id, kind: 'refund', ...describeError(error) }, 'a refund moved on while its row was written');
      }
    }
  }

  /**
   * Looks through periods, piece by piece; what could not be read does not keep it from the rest.
   * @returns what could not be read
   */
  async function look(periods: readonly Period[], mid: string): Promise<Period[]> {
    const unread: Period[] = [];
    let failures = 0;
    for (const hour of periods.flatMap(hoursOf)) {
      if (failures >= FAILURES_MAX || stopping.signal.aborted) {
        unread.push(hour);
        continue;
      }
      for await (const { period, reading } of readPieces(issuer, hour, { signal: stopping.signal })) {
        failures = reading.outcome === 'found' ? 0 : failures + 1;
        if (reading.outcome === 'found') await judge(reading.value, mid);
        else unread.push(period);
        if (reading.outcome !== 'found') lastReason = reading.outcome === 'unclear' ? reading.reason : reading.outcome;
        if (failures >= FAILURES_MAX && period.to < hour.to) unread.push({ from: period.to, to: hour.to });
        if (failures >= FAILURES_MAX) break;
      }
    }
    if (unread.length > 0 && !stopping.signal.aborted) {
      log.warn({ reason: lastReason }, 'captures could not be looked for everywhere; the next look comes back to it');
    }
    return unread;
  }

  async function sweep(period: Period): Promise<boolean> {
    const mid = await journal.mid(shop);
    return mid !== null && (await look([period], mid)).length === 0;
  }

  async function openSince(): Promise<number | null> {
    const open = await journal.inStates(shop, SENT_STATES);
    return open[0] ? earliestSent(issuerTime(open[0].createdAt, issuer.clockOffset())) : null;
  }

  async function round(): Promise<void> {
    const now = issuerTime(clock.now(), issuer.clockOffset());
    const today = dayOf(clock.now(), deps.timeZone);
    const period = nextPeriod({
      now,
      lookedTo,
      dayEnded: today !== day,
      began: issuerTime(await orphans.began(shop), issuer.clockOffset()),
      openSince: lookedTo === null ? await openSince() : null,
    });
    const beganMs = clock.monotonic();
    const mid = await journal.mid(shop);
    /* Until an answer has told our mid, no row is ours, and there is nothing to look for. */
    if (mid === null) return void (keptUp = { atMs: beganMs, to: now });
    if (waiting.size > 0) await judge([...waiting.values()], mid);
    /* What is new comes first: a piece that can never be read must not hold up anything else. */
    missed = merged([...(await look([period], mid)), ...(await look(missed, mid))], now);
    if (stopping.signal.aborted) return;
    lookedTo = period.to;
    day = today;
    if (missed.length === 0) keptUp = { atMs: beganMs, to: now };
  }

  async function keepLooking(): Promise<void> {
    for (let pauseMs = Math.min(FIRST_LOOK_MS, deps.sweepEveryMs); ; pauseMs = deps.sweepEveryMs) {
      try {
        await clock.sleep(pauseMs, stopping.signal);
        await round();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error(describeError(error), 'captures could not be looked for; the next look tries again');
      }
    }
  }

  const looking = new Set<Promise<unknown>>();
  function tracked<T>(work: Promise<T>): Promise<T> {
    const ended = work.finally(() => looking.delete(ended));
    looking.add(ended);
    return ended;
  }

  return {
    start() {
      keptUp = { atMs: clock.monotonic(), to: issuerTime(clock.now(), issuer.clockOffset()) };
      void tracked(keepLooking());
    },
    sweepNow: (period) => tracked(sweep(period)),
    behind() {
      const lateMs = keptUp === null ? 0 : clock.monotonic() - keptUp.atMs;
      if (keptUp === null || lateMs < BEHIND_MS) return null;
      return { from: missed[0]?.from ?? keptUp.to, since: clock.now() - lateMs, reason: missed.length > 0 ? lastReason : null };
    },
    async stop() {
      stopping.abort(new Error('the server is stopping'));
      await Promise.allSettled(looking);
    },
  };
}
