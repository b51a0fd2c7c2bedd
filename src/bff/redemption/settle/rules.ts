import { LIMITS } from '../../../contract/access/limits.ts';
import type { EvidenceCode, SearchTrouble } from '../../../contract/voucher/evidence.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Weighed } from './candidates.ts';
import { isManagerDue } from './schedule.ts';

/** What one question to the issuer brought; null where there was no usable answer. */
export type Evidence = Complete | Trouble | null;

/** A complete reading, and whether the balance equation holds. */
export interface Complete {
  readonly weighed: Weighed;
  /** The whole period was read again until two passes agreed; nothing is proved without that. */
  readonly proved: boolean;
  readonly balanceExplained: boolean;
  /** What the voucher holds now, minor units or items; null where it was not asked or not told. */
  readonly remaining: number | null;
  /** A row shows that something was given back to the voucher at some time. */
  readonly wasGivenBack: boolean;
}

/** The issuer answered, but so that nothing follows. */
export interface Trouble {
  readonly trouble: SearchTrouble;
}

/**
 * The most that the issuer has told of an operation so far: nothing usable, searches that said
 * nothing, or what a complete one shows.
 */
export type Heard = 'issuer-silent' | SearchTrouble | 'complete';

/**
 * Where settling of one operation stands when the evidence comes in.
 *
 * Times are of a clock that does not jump.
 */
export interface Standpoint {
  readonly nowMs: number;
  /** When all that was asked was answered or given up: maybe much later than it was asked. */
  readonly answeredMs: number;
  /** When this process began to settle the operation. */
  readonly beganMs: number;
  /** When W began to run: then, or when it was attempted again. */
  readonly startedMs: number;
  /** W: how late the issuer may still act plus how long its search may lag. */
  readonly settleWindowMs: number;
  /** A manager has been called already. */
  readonly withManager: boolean;
  /** When the unbroken run of readings that prove "nothing" began; null when there is none. */
  readonly nothingSinceMs: number | null;
  /** The most that the issuer told before. */
  readonly heard: Heard;
  /** The wall clock was set since the last question. */
  readonly clockJumped: boolean;
  /** What the voucher must hold for a second attempt to be safe; null when none may be made. */
  readonly attemptAgainAt: number | null;
  /**
   * The first attempt may not have left yet: another server made it, which was taken for dead and
   * may only have been asleep.
   */
  readonly mayStillLeave: boolean;
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
 * Decides about an operation whose outcome is not known: the first line that applies.
 *
 * | the reading shows | and | decision |
 * |---|---|---|
 * | one fitting row | it is new and says success, or the balance agrees | found, at once |
 * | one fitting row, maybe an older one | proved, the balance agrees, W: ours would show | found |
 * | rows that a person must judge | no manager has it yet | manager |
 * | a lone authorization, or another mid | proved, W, and no manager has it yet | manager |
 * | nothing, and the balance agrees | W, the same 10 s ago, nothing between | proved nothing |
 * | anything else | a manager has it already | wait |
 * | nothing | the balance can pay one of two, see below | attempt again |
 * | anything | ten minutes have passed | manager |
 * | anything | | wait |
 *
 * *W* means that it has passed, *nothing between* that there was no error and no jump of the clock.
 * A second attempt needs a balance that is what it was, can pay only one of two attempts and never
 * grew, and a first attempt that has left or never will.
 */
export function decide(brought: Evidence, at: Standpoint): Decision {
  const evidence = completeOrNull(brought);
  const windowPassed = at.nowMs - at.startedMs >= at.settleWindowMs;
  const row = evidence && believed(evidence, windowPassed);
  if (row !== null) return { do: 'found', row };
  if (evidence?.weighed.verdict === 'manager' && !at.withManager) return call(evidence.weighed);
  if (evidence?.weighed.verdict === 'half-way' && windowPassed && evidence.proved && !at.withManager)
    return call(evidence.weighed);
  const nothing = evidence?.weighed.verdict === 'nothing' ? evidence : null;
  const isNothing = nothing !== null && windowPassed && nothing.proved && nothing.balanceExplained;
  const since = isNothing ? unbrokenSince(at) : null;
  if (since !== null && at.nowMs - since >= LIMITS.secondReadingAfterMs) {
    return { do: 'proved-nothing', reason: nothingReason(at.nowMs - since) };
  }
  if (at.withManager) return { do: 'wait', nothingSinceMs: since };
  const mayAttempt = at.attemptAgainAt !== null && !at.mayStillLeave && evidence?.wasGivenBack === false;
  if (mayAttempt && nothing?.remaining === at.attemptAgainAt) return { do: 'attempt-again' };
  if (isManagerDue({ elapsedMs: at.answeredMs - at.beganMs, withManager: false }))
    return { do: 'manager', ...overdue(brought, at.heard) };
  return { do: 'wait', nothingSinceMs: since };
}

/** The row that is taken for the operation's; null while none is. */
function believed({ weighed, balanceExplained, proved }: Complete, windowPassed: boolean): IssuerTransaction | null {
  if (weighed.verdict === 'found') return weighed.row;
  if (weighed.verdict !== 'likely' || !balanceExplained) return null;
  return !weighed.mayBeOlder || (windowPassed && proved) ? weighed.row : null;
}

/** When the run of readings that prove "nothing" began: now, unless an undisturbed one goes on. */
function unbrokenSince({ clockJumped, nothingSinceMs, nowMs }: Standpoint): number | null {
  if (clockJumped) return null;
  return nothingSinceMs ?? nowMs;
}

function call({ code, reason, rows }: Extract<Weighed, { verdict: 'manager' | 'half-way' }>): Decision {
  return { do: 'manager', code, reason, rows };
}

function nothingReason(apartMs: number): string {
  return `two complete searches ${Math.round(apartMs / 1000)} s apart show nothing, and the balance agrees`;
}

/**
 * What a manager is told after ten minutes.
 *
 * That the issuer was silent is said only where it never gave an answer that says anything.
 */
function overdue(
  evidence: Evidence,
  heard: Heard,
): { code: EvidenceCode; reason: string; rows: readonly IssuerTransaction[] } {
  const complete = completeOrNull(evidence);
  if (complete?.weighed.verdict === 'likely') {
    const reason =
      'a row fits, but it may be older or its status is no known word, ' +
      'and the balance does not prove that it is this one';
    return { code: 'row-unproved', reason, rows: [complete.weighed.row] };
  }
  if (complete && !complete.balanceExplained) {
    const reason = 'no row was found, but the balance does not prove that nothing happened';
    return { code: 'balance-unproved', reason, rows: [] };
  }
  return {
    ...UNDECIDED[evidence !== null && 'trouble' in evidence ? evidence.trouble : heardMost(heard, evidence)],
    rows: [],
  };
}

const UNDECIDED: Readonly<Record<Heard, { readonly code: EvidenceCode; readonly reason: string }>> = {
  'issuer-silent': { code: 'issuer-silent', reason: 'the issuer gave no usable answer for ten minutes' },
  'search-restless': {
    code: 'search-restless',
    reason: 'the issuer answered for ten minutes, but its search kept changing while it was read',
  },
  'search-endless': {
    code: 'search-endless',
    reason: 'the issuer answered for ten minutes, but with more rows than could be read in time',
  },
  complete: {
    code: 'never-undisturbed',
    reason: 'no row was found, and there was no undisturbed time to prove that nothing happened',
  },
};

const TELLING: Readonly<Record<Heard, number>> = {
  'issuer-silent': 0,
  'search-restless': 1,
  'search-endless': 1,
  complete: 2,
};

/**
 * The most that the issuer has told, with what one more question brought.
 *
 * Of two that say equally little it is the later one.
 */
export function heardMost(before: Heard, evidence: Evidence): Heard {
  if (evidence === null) return before;
  const now: Heard = 'trouble' in evidence ? evidence.trouble : 'complete';
  return TELLING[now] >= TELLING[before] ? now : before;
}

function completeOrNull(evidence: Evidence): Complete | null {
  return evidence !== null && 'weighed' in evidence ? evidence : null;
}

/** What a second attempt has to know of the first one. */
export interface FirstAttempt {
  readonly attempts: number;
  /** Minor units or items. */
  readonly requested: number;
  /** What the voucher held before it; null when nobody knows. */
  readonly remainingBefore: number | null;
  readonly singleUse: boolean;
  /** A redemption of the voucher was given back here at some time. */
  readonly wasGivenBack: boolean;
}

/**
 * The balance at which a second attempt is safe: the one from before the first.
 *
 * Where more than half of it is asked for, or one redemption consumes the voucher, the issuer's own
 * check of the balance lets at most one of the two succeed. That holds as long as the issuer takes
 * all or nothing, and nobody puts money back on the voucher meanwhile. A check may lag, so that the
 * balance may be of before money was put back: then it can pay both. Clocks do not tell how long
 * ago that was, so a voucher that ever had something given back is not asked twice.
 * @returns null when none may be made
 */
export function attemptAgainAt({
  attempts,
  requested,
  remainingBefore,
  singleUse,
  wasGivenBack,
}: FirstAttempt): number | null {
  if (attempts !== 1 || wasGivenBack || remainingBefore === null || requested > remainingBefore) return null;
  const onlyOneFits = singleUse || requested * 2 > remainingBefore;
  return onlyOneFits ? remainingBefore : null;
}
