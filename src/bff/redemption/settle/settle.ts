import { LIMITS } from '../../../contract/access/limits.ts';
import type { VoucherValue } from '../../../contract/money/money.ts';
import { isOffsetSure, issuerTime, latestIssuerTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Reading } from '../../issuer/mirror/reading.ts';
import type { Issuer, IssuerTransaction, Period } from '../../issuer/port.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import type { Offset, Snapshot } from '../operation/snapshot.ts';
import type { RowVerdict, Target } from './candidates.ts';
import type { Rules } from './in-force.ts';
import { CLOCK_JUMP_MS, SECONDS_AFTER_SENT_MS } from './limits.ts';
import { remainingOf } from './remaining.ts';
import {
  type BestAnswer,
  betterAnswer,
  type CompleteReading,
  type Decision,
  type Evidence,
  type InconclusiveReading,
} from './rules.ts';

export interface SettleDeps {
  readonly journal: Pick<TenderJournal, 'claimed' | 'mid' | 'sisterMids'>;
  readonly issuer: Pick<Issuer, 'checkByRef' | 'clockOffset'>;
  readonly clock: Clock;
  /** W: how late the issuer may still act plus how long its search may lag, milliseconds. */
  readonly settleWindowMs: number;
  readonly mirror: Pick<Mirror, 'after' | 'cover' | 'rowsOf' | 'mids' | 'prove' | 'lookAgain'>;
  /** The rules that decide. Only the simulation replaces them. */
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
  /** Time of the first attempt by our clock, and the clock offset at that time. */
  readonly sentAt: number;
  readonly offset: Offset;
  readonly withManager: boolean;
  /** See {@link SettlingState.balanceForSecondAttempt}. */
  readonly balanceForSecondAttempt: number | null;
  /** True if the server that sent it is considered dead. */
  readonly isTakenOver: boolean;
}

/**
 * The memory of settling about one operation between two questions. It is lost in a restart, which
 * only delays a decision.
 */
export interface Watch {
  readonly beganMs: number;
  readonly startedMs: number;
  /** Number of attempts at the time of the last question; null before the first question. */
  readonly attempts: number | null;
  readonly nothingSinceMs: number | null;
  /**
   * Wall clock minus monotonic clock at the last question; it changes when the wall clock is set.
   */
  readonly clockGapMs: number;
  readonly bestAnswer: BestAnswer;
}

export function startWatch(clock: Clock): Watch {
  const nowMs = clock.monotonic();
  return {
    beganMs: nowMs,
    startedMs: nowMs,
    attempts: null,
    nothingSinceMs: null,
    clockGapMs: clock.now() - nowMs,
    bestAnswer: 'issuer-silent',
  };
}

/** Resets the memory after another attempt: earlier readings prove nothing about that attempt. */
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
  /* Another server may also be settling the operation, and may have made another attempt. */
  const { attempts } = unsettled;
  const watch = before.attempts !== null && attempts > before.attempts ? restartWindow(before, clock) : before;
  /* A reading is dated by its question, because a process may be suspended before the answer. */
  const questionMs = clock.monotonic();
  const sinceMs = questionMs - watch.startedMs;
  /* An attempt's row is at most W later; the padding covers the possible error of the clock. */
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
    bestAnswer: watch.bestAnswer,
    clockJumped: Math.abs(clockGapMs - watch.clockGapMs) > CLOCK_JUMP_MS,
    balanceForSecondAttempt: unsettled.balanceForSecondAttempt,
    mayBeUnsent: unsettled.isTakenOver && questionMs - beganMs <= LIMITS.sentToFirstByteMs,
  });
  const next = { nothingSinceMs: decision.do === 'wait' ? decision.nothingSinceMs : null, clockGapMs };
  return { decision, watch: { ...watch, attempts, ...next, bestAnswer: betterAnswer(watch.bestAnswer, evidence) } };
}

/**
 * Reads in these steps until the evidence is enough. A reading that fails ends them.
 *
 * | step | left out if | enough if |
 * |---|---|---|
 * | the newest rows | | |
 * | an early decision | the newest are all, W has passed, or no mid is known | it decides |
 * | all rows of the period, the balance | | W has not passed, or nothing needs a proof |
 * | after W: all rows again, for late ones | something needs a proof | |
 * | proof: all rows again, until two passes agree | | |
 *
 * Only a proof shows that nothing happened, or leaves an unfinished case to a person. A row that
 * may be older needs one too: ours, which search shows late, may lie behind the newest.
 * @param proveTo how far a proof has to reach, time of the issuer's clock; null until W has passed,
 * when nothing could follow
 */
async function readEvidence(
  deps: SettleDeps,
  unsettled: UnsettledOperation,
  proveTo: number | null,
): Promise<Evidence> {
  const { journal, mirror } = deps;
  const glanced = await mirror.after(deps.clock.monotonic(), newRowsFrom(deps, unsettled));
  if (glanced.outcome === 'failed') return troubleIn(glanced);
  const target = await targetOf(deps, unsettled, await journal.mid(unsettled.shop));
  const { from } = periodOf(deps, target);
  const isFullPeriod = glanced.period.from <= from;
  const mayBeSoon =
    !isFullPeriod && target.mid !== null && proveTo === null && glanced.period.from <= newRowsFrom(deps, unsettled);
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
  if (proveTo === null || weighed.verdict === 'found' || weighed.verdict === 'manager') return before;
  if (!needsProof) {
    /* No reading of the newest rows shows a row that appeared late, or a status that changed. */
    const again = await mirror.lookAgain({ ref: unsettled.ref, period: periodOf(deps, target, proveTo) });
    if (again.outcome === 'failed') return before;
    return withBalance(deps, unsettled, target, await weighRows(deps, unsettled, target), before.remaining);
  }
  const proof = await mirror.prove({ ref: unsettled.ref, period: periodOf(deps, target, proveTo) });
  if (proof.outcome === 'failed') return troubleIn(proof);
  const proved = await withBalance(deps, unsettled, target, await weighRows(deps, unsettled, target), before.remaining);
  return { ...proved, proved: true };
}

/**
 * Decides from the newest rows, if a busy merchant has too many to read the whole period.
 *
 * | the newest rows show | decision |
 * |---|---|
 * | a row, younger than SENT by the issuer's clock, that the balance proves | it is ours |
 * | nothing, but a second reading of the seconds after SENT shows such a row | it is ours |
 * | nothing, and no second attempt may be made | wait |
 * | anything else | read more |
 *
 * All rows since the snapshot were read, so the balance can be explained without others.
 * @returns null if more has to be read
 */
async function decideEarly(
  deps: SettleDeps,
  unsettled: UnsettledOperation,
  target: Target,
): Promise<CompleteReading | null> {
  const weighAgain = async () => withBalance(deps, unsettled, target, await weighRows(deps, unsettled, target));
  const isProved = ({ weighed, balanceExplained }: CompleteReading) =>
    weighed.verdict === 'likely' && !weighed.mayBeOlder && balanceExplained;
  const glanced = await weighAgain();
  if (isProved(glanced)) return glanced;
  if (glanced.weighed.verdict !== 'nothing' || unsettled.balanceForSecondAttempt !== null) return null;
  const { sentAt, errorMs } = target;
  const again = await deps.mirror.lookAgain({
    ref: unsettled.ref,
    period: { from: sentAt - errorMs, to: sentAt + errorMs + SECONDS_AFTER_SENT_MS },
  });
  const early = again.outcome === 'failed' ? glanced : await weighAgain();
  return isProved(early) || early.weighed.verdict === 'nothing' ? early : null;
}

/** @param givenRemaining the balance, if it was already requested */
async function withBalance(
  deps: SettleDeps,
  unsettled: UnsettledOperation,
  target: Target,
  { rows, weighed }: RowEvidence,
  givenRemaining: number | null = null,
): Promise<CompleteReading> {
  const { issuer, rules } = deps;
  const wasRefunded = rows.some(({ type, status }) => type === 'refund' && status !== 'failed');
  if (weighed.verdict !== 'nothing' && weighed.verdict !== 'likely') {
    return { weighed, proved: false, balanceExplained: false, remaining: null, wasRefunded: wasRefunded };
  }
  const remaining = givenRemaining ?? (await remainingOf(issuer, unsettled));
  /* The snapshot is dated by the clocks of SENT. */
  const clocks = unsettled.offset ?? issuer.clockOffset();
  const supposed = weighed.verdict === 'likely' ? weighed.row.transactionId : null;
  const balanceExplained = remaining !== null && rules.balanceExplained(target, rows, remaining, clocks, supposed);
  return { weighed, proved: false, remaining, balanceExplained, wasRefunded: wasRefunded };
}

/** A failed reading proves nothing, but it can show that the issuer answered. */
function troubleIn({ trouble }: Extract<Reading, { outcome: 'failed' }>): InconclusiveReading | null {
  return trouble && { trouble };
}

interface RowEvidence {
  readonly rows: readonly IssuerTransaction[];
  readonly weighed: RowVerdict;
}

async function weighRows(deps: SettleDeps, { shop, ref }: UnsettledOperation, target: Target): Promise<RowEvidence> {
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
  return { rows, weighed: deps.rules.judgeRows(target, rows, claimed, latestNow(deps)) };
}

/** The capture may belong to this operation although another one was confirmed with it. */
function claimedForOther(rows: readonly IssuerTransaction[]): RowVerdict {
  const reason = 'a transaction of this voucher is already matched to a redemption of another voucher';
  return { verdict: 'manager', code: 'claimed-by-other', reason, rows };
}

/** @param until time of the latest row that can be the outcome */
function periodOf(deps: SettleDeps, { sentAt, errorMs }: Target, until = Number.POSITIVE_INFINITY): Period {
  const { from, to } = deps.rules.candidatePeriod(sentAt, latestNow(deps), errorMs);
  return { from, to: Math.max(from, Math.min(to, until)) };
}

function latestNow({ issuer, clock }: SettleDeps): number {
  return latestIssuerTime(clock.now(), issuer.clockOffset());
}

/** Returns the time (issuer's clock) after which a row is younger than the snapshot and SENT. */
function newRowsFrom({ issuer }: SettleDeps, { sentAt, snapshot, offset: then }: UnsettledOperation): number {
  const offset = then ?? issuer.clockOffset();
  return issuerTime(Math.min(sentAt, snapshot?.at ?? sentAt), offset) - (offset?.errorMs ?? LIMITS.candidatePadMs);
}

async function targetOf(deps: SettleDeps, unsettled: UnsettledOperation, mid: string | null): Promise<Target> {
  const { kind, shop, ref, requested, snapshot, sentAt, offset: then } = unsettled;
  const offset = then ?? deps.issuer.clockOffset();
  const sent = {
    sentAt: issuerTime(sentAt, offset),
    errorMs: offset?.errorMs ?? 0,
    isSentAtSure: isOffsetSure(then),
  };
  const period = deps.rules.candidatePeriod(sent.sentAt, latestNow(deps), sent.errorMs);
  const mids = mid === null ? await deps.mirror.mids(period) : [mid];
  return { kind, ref, requested, snapshot, ...sent, mid, mids, sisterMids: await deps.journal.sisterMids(shop) };
}
