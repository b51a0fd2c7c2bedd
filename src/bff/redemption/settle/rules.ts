import { LIMITS } from '../../../contract/access/limits.ts';
import type { EvidenceCode, SearchTrouble } from '../../../contract/voucher/evidence.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { RowVerdict } from './candidates.ts';
import { isManagerDue } from './schedule.ts';

/** The result of one question to the issuer; null without a usable answer. */
export type Evidence = CompleteReading | InconclusiveReading | null;

/** The verdict of a complete reading and of the balance equation. */
export interface CompleteReading {
  readonly weighed: RowVerdict;
  /**
   * True if the whole period was read until two passes agreed. Otherwise, absent rows prove
   * nothing.
   */
  readonly proved: boolean;
  readonly balanceExplained: boolean;
  /** The current balance, minor units or items; null if it was not requested or not given. */
  readonly remaining: number | null;
  /** True if a row shows an earlier refund to the voucher. */
  readonly wasRefunded: boolean;
}

/** The issuer answered, but the answer proves nothing. */
export interface InconclusiveReading {
  readonly trouble: SearchTrouble;
}

/**
 * The best answer of the issuer about an operation so far: nothing usable, inconclusive searches,
 * or a complete one.
 */
export type BestAnswer = 'issuer-silent' | SearchTrouble | 'complete';

/** The state of settling one operation when the evidence arrives. Times are monotonic. */
export interface SettlingState {
  readonly nowMs: number;
  /**
   * Time when all questions were answered or abandoned, possibly much later than they were sent.
   */
  readonly answeredMs: number;
  readonly beganMs: number;
  /** When W began: at `beganMs`, or at a later attempt. */
  readonly startedMs: number;
  /** W: how late the issuer may still act plus how long its search may lag. */
  readonly settleWindowMs: number;
  /** True if a manager has already been called. */
  readonly withManager: boolean;
  /** When the unbroken run of readings that prove "nothing" began; null without one. */
  readonly nothingSinceMs: number | null;
  /** The best earlier answer of the issuer. */
  readonly bestAnswer: BestAnswer;
  /** True if the wall clock was set since the last question. */
  readonly clockJumped: boolean;
  /** The balance that makes a second attempt safe; null if none may be made. */
  readonly balanceForSecondAttempt: number | null;
  /**
   * True if the first attempt may not have left yet, because another server made it, which seemed
   * dead and may only have been suspended.
   */
  readonly mayBeUnsent: boolean;
}

export type Decision =
  | { readonly do: 'found'; readonly row: IssuerTransaction }
  | {
      readonly do: 'manager';
      readonly code: EvidenceCode;
      readonly reason: string;
      readonly rows: readonly IssuerTransaction[];
    }
  | { readonly do: 'proved-nothing'; readonly reason: string }
  | { readonly do: 'attempt-again' }
  | { readonly do: 'wait'; readonly nothingSinceMs: number | null };

/**
 * Decides about an operation with an unknown outcome: the first line that applies.
 *
 * | the reading shows | and | decision |
 * |---|---|---|
 * | one fitting row that states success | it is new, or the balance agrees | found, at once |
 * | one fitting row, maybe older | proved, the balance agrees, W: ours would show | found |
 * | rows that a person must judge | no manager has it yet | manager |
 * | a lone authorization, another mid, no final status | proved, W, no manager yet | manager |
 * | nothing, and the balance agrees | W, the same 10 s ago, nothing between | proved nothing |
 * | anything else | a manager already has it | wait |
 * | nothing | the balance can pay one of two, see below | attempt again |
 * | anything | ten minutes have passed | manager |
 * | anything | | wait |
 *
 * *W* means that it has passed, *nothing between* that there was no error and no jump of the clock.
 * A second attempt needs an unchanged balance that can pay only one of two attempts and never grew,
 * and a first attempt that has left or never will.
 */
export function decide(brought: Evidence, at: SettlingState): Decision {
  const evidence = completeOrNull(brought);
  const windowPassed = at.nowMs - at.startedMs >= at.settleWindowMs;
  const row = evidence && acceptedRow(evidence, windowPassed);
  if (row !== null) return { do: 'found', row };
  if (evidence?.weighed.verdict === 'manager' && !at.withManager) return call(evidence.weighed);
  if (evidence?.weighed.verdict === 'half-way' && windowPassed && evidence.proved && !at.withManager)
    return call(evidence.weighed);
  const nothing = evidence?.weighed.verdict === 'nothing' ? evidence : null;
  const provesAbsence = nothing !== null && windowPassed && nothing.proved && nothing.balanceExplained;
  const since = provesAbsence ? unbrokenSince(at) : null;
  if (since !== null && at.nowMs - since >= LIMITS.secondReadingAfterMs) {
    return { do: 'proved-nothing', reason: absenceReason(at.nowMs - since) };
  }
  if (at.withManager) return { do: 'wait', nothingSinceMs: since };
  const mayAttempt = at.balanceForSecondAttempt !== null && !at.mayBeUnsent && evidence?.wasRefunded === false;
  if (mayAttempt && nothing?.remaining === at.balanceForSecondAttempt) return { do: 'attempt-again' };
  if (isManagerDue({ elapsedMs: at.answeredMs - at.beganMs, withManager: false }))
    return { do: 'manager', ...overdue(brought, at.bestAnswer) };
  return { do: 'wait', nothingSinceMs: since };
}

/** The row that is accepted as the operation's; null while there is none. */
function acceptedRow(
  { weighed, balanceExplained, proved }: CompleteReading,
  windowPassed: boolean,
): IssuerTransaction | null {
  if (weighed.verdict === 'found') return weighed.row;
  if (weighed.verdict !== 'likely' || !balanceExplained) return null;
  return !weighed.mayBeOlder || (windowPassed && proved) ? weighed.row : null;
}

/**
 * Returns when the run of readings that prove "nothing" began: now, unless an undisturbed run
 * continues.
 */
function unbrokenSince({ clockJumped, nothingSinceMs, nowMs }: SettlingState): number | null {
  if (clockJumped) return null;
  return nothingSinceMs ?? nowMs;
}

function call({ code, reason, rows }: Extract<RowVerdict, { verdict: 'manager' | 'half-way' }>): Decision {
  return { do: 'manager', code, reason, rows };
}

function absenceReason(apartMs: number): string {
  return `two complete searches ${Math.round(apartMs / 1000)} s apart found nothing, and the balance agrees`;
}

/**
 * Returns the call to a manager after ten minutes. The issuer counts as silent only if it never
 * gave a usable answer.
 */
function overdue(
  evidence: Evidence,
  bestAnswer: BestAnswer,
): { code: EvidenceCode; reason: string; rows: readonly IssuerTransaction[] } {
  const complete = completeOrNull(evidence);
  if (complete?.weighed.verdict === 'half-way') return complete.weighed;
  if (complete?.weighed.verdict === 'likely') {
    const reason = 'a transaction matches, but it may be older, and the balance does not prove that it is this one';
    return { code: 'row-unproved', reason, rows: [complete.weighed.row] };
  }
  if (complete && !complete.balanceExplained) {
    const reason = 'no transaction was found, but the balance does not prove that nothing happened';
    return { code: 'balance-unproved', reason, rows: [] };
  }
  return {
    ...UNDECIDED[evidence !== null && 'trouble' in evidence ? evidence.trouble : betterAnswer(bestAnswer, evidence)],
    rows: [],
  };
}

const UNDECIDED: Readonly<Record<BestAnswer, { readonly code: EvidenceCode; readonly reason: string }>> = {
  'issuer-silent': { code: 'issuer-silent', reason: 'the issuer gave no usable answer for ten minutes' },
  'search-restless': {
    code: 'search-restless',
    reason: 'the issuer answered for ten minutes, but its search results kept changing while they were read',
  },
  'search-endless': {
    code: 'search-endless',
    reason: 'the issuer answered for ten minutes, but with more transactions than could be read in time',
  },
  complete: {
    code: 'never-undisturbed',
    reason: 'no transaction was found, but there was no quiet period to prove that nothing happened',
  },
};

const ANSWER_RANK: Readonly<Record<BestAnswer, number>> = {
  'issuer-silent': 0,
  'search-restless': 1,
  'search-endless': 1,
  complete: 2,
};

/** Returns the better of two answers of the issuer, or the later of two equal ones. */
export function betterAnswer(before: BestAnswer, evidence: Evidence): BestAnswer {
  if (evidence === null) return before;
  const now: BestAnswer = 'trouble' in evidence ? evidence.trouble : 'complete';
  return ANSWER_RANK[now] >= ANSWER_RANK[before] ? now : before;
}

function completeOrNull(evidence: Evidence): CompleteReading | null {
  return evidence !== null && 'weighed' in evidence ? evidence : null;
}

/** The facts about the first attempt that a second one depends on. */
export interface FirstAttempt {
  readonly attempts: number;
  /** Minor units or items. */
  readonly requested: number;
  /** The balance before the first attempt; null if unknown. */
  readonly remainingBefore: number | null;
  readonly singleUse: boolean;
  /** True if a redemption of the voucher was refunded here at some time. */
  readonly wasRefunded: boolean;
}

/**
 * Returns the balance that makes a second attempt safe: the balance from before the first attempt.
 *
 * If more than half of it is requested, or one redemption consumes the voucher, the issuer's own
 * check of the balance lets at most one of the two succeed. This requires that the issuer captures
 * all or nothing, and that no refund increases the balance between the attempts. A check may lag
 * behind a refund, and clocks cannot rule that out, so a voucher that ever had a refund is not
 * attempted twice.
 * @returns null if no second attempt may be made
 */
export function balanceForSecondAttempt({
  attempts,
  requested,
  remainingBefore,
  singleUse,
  wasRefunded,
}: FirstAttempt): number | null {
  if (attempts !== 1 || wasRefunded || remainingBefore === null || requested > remainingBefore) return null;
  const onlyOneFits = singleUse || requested * 2 > remainingBefore;
  return onlyOneFits ? remainingBefore : null;
}
