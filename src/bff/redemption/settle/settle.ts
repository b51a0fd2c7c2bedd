import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, magnitude, sameKind, unitOf, type VoucherValue } from '../../../contract/money/money.ts';
import type { Source } from '../../../contract/voucher/voucher.ts';
import { isSure, issuerTime, latestIssuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Reading } from '../../issuer/mirror/reading.ts';
import type { Issuer, IssuerTransaction, Period } from '../../issuer/port.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import { countAlike, type Offset, type Snapshot } from '../operation/snapshot.ts';
import type { Target, Weighed } from './candidates.ts';
import type { Rules } from './in-force.ts';
import { type BestAnswer, betterAnswer, type Complete, type Decision, type Evidence, type Trouble } from './rules.ts';

export interface SettleDeps {
  readonly journal: Pick<TenderJournal, 'claimed' | 'mid'>;
  readonly issuer: Pick<Issuer, 'checkByRef' | 'clockOffset'>;
  readonly clock: Clock;
  /** W: how late the issuer may still act plus how long its search may lag, milliseconds. */
  readonly settleWindowMs: number;
  readonly mirror: Pick<Mirror, 'after' | 'cover' | 'rowsOf' | 'mids' | 'prove' | 'lookAgain'>;
  /** The rules that decide. Only the simulation replaces them, to show what each is for. */
  readonly rules: Rules;
}

/**
 * A tender or a refund with an unknown outcome: it would appear as a row of the issuer's search.
 */
export interface UnsettledOperation {
  readonly kind: Target['kind'];
  readonly shop: Scope;
  readonly ref: string;
  readonly requested: VoucherValue;
  readonly snapshot: Snapshot | null;
  readonly attempts: number;
  /** Our time of the first attempt, and the clock offset then. */
  readonly sentAt: number;
  readonly offset: Offset;
  readonly withManager: boolean;
  /** As in the standpoint of the rules. */
  readonly attemptAgainAt: number | null;
  /** True if the server that sent it is considered dead. */
  readonly isTakenOver: boolean;
}

/**
 * What settling remembers about one operation between two questions. It is in memory only: a
 * restart begins again, which only makes it wait longer.
 */
export interface Watch {
  readonly beganMs: number;
  readonly startedMs: number;
  /** How often it had been sent at the last question; null before the first. */
  readonly attempts: number | null;
  readonly nothingSinceMs: number | null;
  /**
   * Wall clock minus monotonic clock at the last question; it changes when the wall clock is set.
   */
  readonly clockGapMs: number;
  readonly heard: BestAnswer;
}

/** Normal slewing and rounding change a wall clock by less than this. */
export const CLOCK_JUMP_MS = 2_000;

export function startWatch(clock: Clock): Watch {
  const nowMs = clock.monotonic();
  return {
    beganMs: nowMs,
    startedMs: nowMs,
    attempts: null,
    nothingSinceMs: null,
    clockGapMs: clock.now() - nowMs,
    heard: 'issuer-silent',
  };
}

/** Resets the memory after another attempt: earlier readings prove nothing about it. */
export function restartWindow(watch: Watch, clock: Clock): Watch {
  return { ...watch, startedMs: clock.monotonic(), nothingSinceMs: null };
}

/**
 * Asks the issuer once about an operation with an unknown outcome. Changes nothing.
 * @returns the conclusion, and what to remember for the next question
 */
export async function settleOnce(
  deps: SettleDeps,
  unsettled: UnsettledOperation,
  before: Watch,
): Promise<{ decision: Decision; watch: Watch }> {
  const { clock, settleWindowMs, rules } = deps;
  /* Another server may be settling it too, and may have sent it once more. */
  const { attempts } = unsettled;
  const watch = before.attempts !== null && attempts > before.attempts ? restartWindow(before, clock) : before;
  /* A reading is as old as its question. Otherwise a process that slept would treat it as new. */
  const questionMs = clock.monotonic();
  const sinceMs = questionMs - watch.startedMs;
  /* An attempt is made within W, by a clock that is wrong by the pad at most: no later row belongs
     to it. */
  const proveTo = sinceMs >= settleWindowMs ? latestNow(deps) - sinceMs + settleWindowMs + LIMITS.candidatePadMs : null;
  const evidence = await readEvidence(deps, unsettled, proveTo);
  const clockGapMs = clock.now() - clock.monotonic();
  const { beganMs, startedMs, nothingSinceMs } = watch;
  const decision = rules.decide(evidence, {
    nowMs: questionMs,
    answeredMs: clock.monotonic(),
    beganMs,
    startedMs,
    settleWindowMs,
    withManager: unsettled.withManager,
    nothingSinceMs,
    heard: watch.heard,
    clockJumped: Math.abs(clockGapMs - watch.clockGapMs) > CLOCK_JUMP_MS,
    attemptAgainAt: unsettled.attemptAgainAt,
    mayStillLeave: unsettled.isTakenOver && questionMs - beganMs <= LIMITS.sentToFirstByteMs,
  });
  const since = decision.do === 'wait' ? decision.nothingSinceMs : null;
  const bestAnswer = betterAnswer(watch.heard, evidence);
  return { decision, watch: { ...watch, attempts, clockGapMs, nothingSinceMs: since, heard: bestAnswer } };
}

/**
 * Reads the table after a glance and, if that alone does not decide, the balance.
 *
 * To count as nothing, or to leave an unfinished case to a person, a reading has to be proved: read
 * again in full, until two passes agree. The same applies to a row that may be older, because our
 * row, which search shows late, may lie behind the newest that were read.
 * @param proveTo how far a proof has to reach, time of the issuer's clock; null until W has passed,
 * when nothing could follow
 */
async function readEvidence(
  deps: SettleDeps,
  unsettled: UnsettledOperation,
  proveTo: number | null,
): Promise<Evidence> {
  const { journal, mirror } = deps;
  const glanced = await mirror.after(deps.clock.monotonic(), newsFrom(deps, unsettled));
  if (glanced.outcome === 'failed') return troubleIn(glanced);
  const target = await targetOf(deps, unsettled, await journal.mid(unsettled.shop));
  const { from } = periodOf(deps, target);
  const isFullPeriod = glanced.period.from <= from;
  const mayBeSoon =
    !isFullPeriod && target.mid !== null && proveTo === null && glanced.period.from <= newsFrom(deps, unsettled);
  const soon = mayBeSoon ? await decideEarly(deps, unsettled, target) : null;
  if (soon !== null) return soon;
  const fullReading = isFullPeriod ? glanced : await mirror.after(deps.clock.monotonic(), from);
  if (fullReading.outcome === 'failed') return troubleIn(fullReading);
  const covered = await mirror.cover({ from, to: fullReading.period.from });
  if (covered.outcome === 'failed') return troubleIn(covered);
  const readRows = await weighRows(deps, unsettled, target);
  const before = await withBalance(deps, unsettled, target, readRows);
  const { weighed, balanceExplained } = before;
  const mayBeOlder = weighed.verdict === 'likely' && weighed.mayBeOlder;
  const needsProof =
    weighed.verdict === 'half-way' || (balanceExplained && (weighed.verdict === 'nothing' || mayBeOlder));
  if (proveTo === null || !needsProof) return before;
  const proof = await mirror.prove({ ref: unsettled.ref, period: periodOf(deps, target, proveTo) });
  if (proof.outcome === 'failed') return troubleIn(proof);
  const proved = await withBalance(deps, unsettled, target, await weighRows(deps, unsettled, target), before.remaining);
  return { ...proved, proved: true };
}

/** An issuer usually acts this soon after SENT. */
const ACTS_MS = 10_000;

/**
 * Decides from the newest rows of a busy merchant, which has too many rows to read all those that
 * ours could lie among. It accepts a row that is younger than SENT by the issuer's own clock and
 * that the balance proves. All rows made since the snapshot have been read, so the equation gives
 * the same result as with the others. A row that search shows late lies among those of the seconds
 * after SENT, which are read once more. If nothing appears yet, that is only a reason to wait.
 * @returns null if more has to be read
 */
async function decideEarly(deps: SettleDeps, unsettled: UnsettledOperation, target: Target): Promise<Complete | null> {
  const weighAgain = async () => withBalance(deps, unsettled, target, await weighRows(deps, unsettled, target));
  const isProved = ({ weighed, balanceExplained }: Complete) =>
    weighed.verdict === 'likely' && !weighed.mayBeOlder && balanceExplained;
  const glanced = await weighAgain();
  if (isProved(glanced)) return glanced;
  if (glanced.weighed.verdict !== 'nothing' || unsettled.attemptAgainAt !== null) return null;
  const { sentAt, errorMs } = target;
  const again = await deps.mirror.lookAgain({
    ref: unsettled.ref,
    period: { from: sentAt - errorMs, to: sentAt + errorMs + ACTS_MS },
  });
  const early = again.outcome === 'failed' ? glanced : await weighAgain();
  return isProved(early) || early.weighed.verdict === 'nothing' ? early : null;
}

/** @param givenRemaining the balance, if it was already requested */
async function withBalance(
  deps: SettleDeps,
  unsettled: UnsettledOperation,
  target: Target,
  { rows, weighed }: Weighing,
  givenRemaining: number | null = null,
): Promise<Complete> {
  const { issuer, rules } = deps;
  const wasRefunded = rows.some(({ type, succeeded }) => type === 'refund' && succeeded !== false);
  if (weighed.verdict !== 'nothing' && weighed.verdict !== 'likely') {
    return { weighed, proved: false, balanceExplained: false, remaining: null, wasGivenBack: wasRefunded };
  }
  const remaining = givenRemaining ?? (await remainingOf(issuer, unsettled));
  /* The snapshot is dated by the clocks of SENT. */
  const clocks = unsettled.offset ?? issuer.clockOffset();
  const supposed = weighed.verdict === 'likely' ? weighed.row.transactionId : null;
  const balanceExplained = remaining !== null && rules.balanceExplained(target, rows, remaining, clocks, supposed);
  return { weighed, proved: false, remaining, balanceExplained, wasGivenBack: wasRefunded };
}

/** A failed reading proves nothing, but it can show that the issuer answered. */
function troubleIn({ trouble }: Extract<Reading, { outcome: 'failed' }>): Trouble | null {
  return trouble && { trouble };
}

interface Weighing {
  readonly rows: readonly IssuerTransaction[];
  readonly weighed: Weighed;
}

async function weighRows(deps: SettleDeps, { shop, ref }: UnsettledOperation, target: Target): Promise<Weighing> {
  const rows = await deps.mirror.rowsOf(ref);
  const claimed = await deps.journal.claimed(
    shop,
    rows.map(({ transactionId }) => transactionId),
  );
  if (claimed.size > 0) {
    const claimedElsewhere = await deps.journal.claimed(shop, [...claimed], ref);
    const seen = new Set(target.snapshot?.seen);
    const theirs = rows.filter(
      ({ type, transactionId: id }) => type === target.kind && claimedElsewhere.has(id) && !seen.has(id),
    );
    if (theirs.length > 0) return { rows, weighed: claimedForOther(theirs) };
  }
  return { rows, weighed: deps.rules.weigh(target, rows, claimed, latestNow(deps)) };
}

/** The capture may belong to this operation although another one was confirmed with it. */
function claimedForOther(rows: readonly IssuerTransaction[]): Weighed {
  const reason = 'a row of this voucher is claimed by the redemption of another voucher';
  return { verdict: 'manager', code: 'claimed-by-other', reason, rows };
}

/** @param until rows made later cannot be the outcome */
function periodOf(deps: SettleDeps, { sentAt, errorMs }: Target, until = Number.POSITIVE_INFINITY): Period {
  const { from, to } = deps.rules.candidatePeriod(sentAt, latestNow(deps), errorMs);
  return { from, to: Math.max(from, Math.min(to, until)) };
}

function latestNow({ issuer, clock }: SettleDeps): number {
  return latestIssuerTime(clock.now(), issuer.clockOffset());
}

/** Returns since when a row is younger than the snapshot and SENT, time of the issuer's clock. */
function newsFrom({ issuer }: SettleDeps, { sentAt, snapshot, offset: then }: UnsettledOperation): number {
  const offset = then ?? issuer.clockOffset();
  return issuerTime(Math.min(sentAt, snapshot?.at ?? sentAt), offset) - (offset?.errorMs ?? LIMITS.candidatePadMs);
}

async function targetOf(deps: SettleDeps, unsettled: UnsettledOperation, mid: string | null): Promise<Target> {
  const { kind, ref, requested, snapshot, sentAt, offset: then } = unsettled;
  const offset = then ?? deps.issuer.clockOffset();
  const sent = {
    sentAt: issuerTime(sentAt, offset),
    errorMs: offset?.errorMs ?? 0,
    isSentAtSure: isSure(then),
  };
  const period = deps.rules.candidatePeriod(sent.sentAt, latestNow(deps), sent.errorMs);
  return { kind, ref, requested, snapshot, ...sent, mid, mids: mid === null ? await deps.mirror.mids(period) : [mid] };
}

/** Returns the current balance in the requested unit; null if unknown. */
async function remainingOf(
  issuer: SettleDeps['issuer'],
  { ref, requested, snapshot }: UnsettledOperation,
): Promise<number | null> {
  const checked = await issuer.checkByRef(ref);
  if (checked.outcome !== 'found') return null;
  const { remaining, holds, unit, sources } = checked.value;
  if (snapshot !== null && !isComparable(snapshot, requested, sources.holds)) return null;
  /* A check that names no unit can be compared with itself; most vouchers hold money. */
  if (remaining === null) return isItems(requested) || (unit !== null && unit !== requested.currency) ? null : holds;
  return sameKind(remaining, requested) ? magnitude(remaining) : null;
}

/**
 * True if an earlier number has the same unit and was read from the same interface. Any other
 * proves nothing about what left the voucher since.
 */
function isComparable(snapshot: Snapshot, requested: VoucherValue, later: Source | null): boolean {
  return (snapshot.unit == null || snapshot.unit === unitOf(requested)) && countAlike(snapshot, later);
}
