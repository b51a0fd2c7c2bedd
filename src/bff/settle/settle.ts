import { LIMITS } from '../../contract/limits.ts';
import { isItems, magnitude, sameKind, type Worth } from '../../contract/money.ts';
import type { Clock } from '../base/ports.ts';
import type { ClockOffset, Issuer, IssuerTransaction, Period } from '../issuer/port.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import type { Offset, Snapshot } from '../operation/snapshot.ts';
import { issuerTime, latestIssuerTime, namesVoucher, type Wanted, type Weighed } from './candidates.ts';
import type { Rules } from './in-force.ts';
import { readPeriodTwice, troubleOf } from './reading.ts';
import { type Decision, type Evidence, type Heard, heardMost, type Trouble } from './rules.ts';

export interface SettleDeps {
  readonly journal: Pick<TenderJournal, 'claimed' | 'mid'>;
  readonly issuer: Issuer;
  readonly clock: Clock;
  /** W: how late the issuer may still act plus how long its search may lag, milliseconds. */
  readonly settleWindowMs: number;
  /** Few operations search at a time: more would only make each other slow, and leave no connection for what a till asks. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** What decides. Only the simulation gives others, to show what each is for. */
  readonly rules: Rules;
}

/** Operations that search at a time, far fewer than there are connections to the issuer. */
export const SEARCHES_AT_ONCE = 4;

/** An operation of unknown outcome that would show as a row of the issuer's search: a tender or a refund. */
export interface Unsettled {
  readonly kind: Wanted['kind'];
  readonly shop: string;
  readonly ref: string;
  readonly requested: Worth;
  readonly snapshot: Snapshot | null;
  /** Our time of the first attempt, and the clocks then. */
  readonly sentAt: number;
  readonly offset: Offset;
  readonly withManager: boolean;
  /** As in the standpoint of the rules. */
  readonly attemptAgainAt: number | null;
}

/** What settling remembers of one operation between two questions. It lives in memory: a restart begins it anew, which only makes it wait longer. */
export interface Watch {
  readonly beganMs: number;
  /** When W began to run. */
  readonly startedMs: number;
  readonly nothingSinceMs: number | null;
  /** Wall clock less monotonic clock at the last question; a change means that the wall clock was set. */
  readonly clockGapMs: number;
  /** The most that the issuer has told so far. */
  readonly heard: Heard;
}

/** Wall clocks are slewed and rounded by less than this in ordinary life. */
const CLOCK_JUMP_MS = 2_000;

/** Known less exactly, the issuer's clock at SENT cannot tell a row that came just before from one that came just after. */
const SURE_ERROR_MS = 3_000;

/** Starts the memory of one operation's settling, now. */
export function beginWatch(clock: Clock): Watch {
  const nowMs = clock.monotonic();
  return { beganMs: nowMs, startedMs: nowMs, nothingSinceMs: null, clockGapMs: clock.now() - nowMs, heard: 'issuer-silent' };
}

/** The memory after another attempt: what was seen before it proves nothing about it. */
export function restartWindow(watch: Watch, clock: Clock): Watch {
  return { ...watch, startedMs: clock.monotonic(), nothingSinceMs: null };
}

/**
 * Asks the issuer once about an operation whose outcome is not known. Changes nothing.
 * @returns what follows, and what to remember for the next question
 */
export async function settleOnce(
  deps: SettleDeps,
  unsettled: Unsettled,
  watch: Watch,
  signal?: AbortSignal,
): Promise<{ decision: Decision; watch: Watch }> {
  const { clock, settleWindowMs, rules } = deps;
  /* What is read is as old as the question: a process that was asleep meanwhile would otherwise take it for news. */
  const askedMs = clock.monotonic();
  const evidence = await gather(deps, unsettled, signal);
  const clockGapMs = clock.now() - clock.monotonic();
  const { beganMs, startedMs, nothingSinceMs } = watch;
  const decision = rules.decide(evidence, {
    nowMs: askedMs,
    answeredMs: clock.monotonic(),
    beganMs,
    startedMs,
    settleWindowMs,
    withManager: unsettled.withManager,
    nothingSinceMs,
    heard: watch.heard,
    clockJumped: Math.abs(clockGapMs - watch.clockGapMs) > CLOCK_JUMP_MS,
    attemptAgainAt: unsettled.attemptAgainAt,
  });
  const since = decision.do === 'wait' ? decision.nothingSinceMs : null;
  return { decision, watch: { ...watch, clockGapMs, nothingSinceMs: since, heard: heardMost(watch.heard, evidence) } };
}

/** One complete reading and, where it alone does not decide, the balance. */
async function gather(deps: SettleDeps, unsettled: Unsettled, signal?: AbortSignal): Promise<Evidence> {
  const { issuer, journal, rules } = deps;
  const wanted = wantedOf(unsettled, issuer.clockOffset(), await journal.mid(unsettled.shop));
  const read = reader(deps, wanted.ref, signal);
  const shown = await deps.inTurn(() => search(deps, unsettled, wanted, read));
  if (shown === null || 'trouble' in shown) return shown;
  const { rows, weighed } = shown;
  if (weighed.verdict !== 'nothing' && weighed.verdict !== 'likely') return { weighed, balanceExplained: false, remaining: null };
  const remaining = await remainingOf(issuer, unsettled, signal);
  /* The snapshot was taken by the clocks of SENT. */
  const clocks = unsettled.offset ?? issuer.clockOffset();
  const supposed = weighed.verdict === 'likely' ? weighed.row.transactionId : null;
  const balanceExplained = remaining !== null && rules.balanceExplained(wanted, rows, remaining, clocks, supposed);
  return { weighed, remaining, balanceExplained };
}

interface Shown {
  readonly rows: readonly IssuerTransaction[];
  readonly weighed: Weighed;
}

/**
 * What search shows. Where that is no row to speak of, the rows that a clock ahead of the issuer's others would have made are read as well: without
 * them nothing could be taken for nothing.
 */
async function search(deps: SettleDeps, unsettled: Unsettled, wanted: Wanted, read: Reader): Promise<Shown | Trouble | null> {
  const { rules } = deps;
  const now = latestNow(deps);
  const { held, ahead } = rules.splitAt(rules.candidatePeriod(wanted.sentAt, now, wanted.errorMs), now);
  const first = await read(held);
  if (first === null || 'trouble' in first) return first;
  const { rows } = first;
  const weighed = await weighAnew(deps, unsettled, wanted, rows);
  const isOpen = weighed.verdict === 'nothing' || weighed.verdict === 'half-way';
  if (!isOpen || ahead === null) return { rows, weighed };
  const more = await read(ahead);
  if (more === null || 'trouble' in more) return more;
  const all = [...new Map([...rows, ...more.rows].map((row) => [row.transactionId, row])).values()];
  return { rows: all, weighed: await weighAnew(deps, unsettled, wanted, all) };
}

type Reader = (period: Period) => Promise<Pick<Shown, 'rows'> | Trouble | null>;

/** Reads periods until two passes agree on the rows of a voucher, all within the time that one question may take, the wait for a turn included. */
function reader({ issuer, clock, rules }: SettleDeps, ref: string, signal?: AbortSignal): Reader {
  const beganMs = clock.monotonic();
  const tooLong = () => clock.monotonic() - beganMs > LIMITS.readingMaxMs;
  const names = (row: IssuerTransaction) => rules.namesVoucher(row, ref);
  return async (period) => {
    const reading = await readPeriodTwice(issuer, period, names, { signal, tooLong });
    if (reading.outcome === 'found') return { rows: reading.value };
    const trouble = troubleOf(reading);
    return trouble && { trouble };
  };
}

async function weighAnew(deps: SettleDeps, { shop, ref }: Unsettled, wanted: Wanted, rows: readonly IssuerTransaction[]): Promise<Weighed> {
  const own = rows.filter((row) => namesVoucher(row, ref));
  const claimed = await deps.journal.claimed(
    shop,
    own.map(({ transactionId }) => transactionId),
  );
  return deps.rules.weigh(wanted, rows, claimed, latestNow(deps));
}

function latestNow({ issuer, clock }: SettleDeps): number {
  return latestIssuerTime(clock.now(), issuer.clockOffset());
}

function wantedOf(
  { kind, ref, requested, snapshot, sentAt, offset: then }: Unsettled,
  now: ClockOffset | null,
  mid: string | null,
): Wanted {
  const offset = then ?? now;
  const sent = {
    sentAt: issuerTime(sentAt, offset),
    errorMs: offset?.errorMs ?? 0,
    isSentAtSure: then !== null && then.errorMs <= SURE_ERROR_MS,
  };
  return { kind, ref, requested, snapshot, ...sent, mid };
}

/** What the voucher holds now, in the kind of worth that was asked for; null when that cannot be told. */
async function remainingOf(issuer: Issuer, { ref, requested }: Unsettled, signal?: AbortSignal): Promise<number | null> {
  const checked = await issuer.checkByRef(ref, signal);
  if (checked.outcome !== 'found') return null;
  const { remaining, holds } = checked.value;
  /* A check that names no kind gives the same number before and after, so it can be compared with itself; money is what most vouchers hold. */
  if (remaining === null) return isItems(requested) ? null : holds;
  return sameKind(remaining, requested) ? magnitude(remaining) : null;
}
