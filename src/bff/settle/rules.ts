import type { EvidenceCode } from '../../contract/evidence.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { IssuerTransaction } from '../issuer/port.ts';
import type { Weighed } from './candidates.ts';
import { ALL_RULES, type RulesInForce } from './in-force.ts';
import { isManagerDue } from './schedule.ts';

/** What one question to the issuer brought: a complete scan weighed, and whether the balance equation holds. Null: no usable answer. */
export type Evidence = {
  readonly weighed: Weighed;
  readonly balanceExplained: boolean;
  /** What the voucher holds now, minor units or items; null where it was not asked or not told. */
  readonly remaining: number | null;
} | null;

/** Where settling of one operation stands when the evidence comes in. Times are of a clock that does not jump. */
export interface Standpoint {
  readonly nowMs: number;
  /** When this process began to settle the operation. */
  readonly beganMs: number;
  /** When W began to run: then, or when it was attempted again. */
  readonly startedMs: number;
  /** W: how late the issuer may still act plus how long its search may lag. */
  readonly settleWindowMs: number;
  /** A manager has been called already. */
  readonly withManager: boolean;
  /** When the unbroken run of scans that prove "nothing" began; null when there is none. */
  readonly nothingSinceMs: number | null;
  /** The wall clock was set since the last question. */
  readonly clockJumped: boolean;
  /** What the voucher must hold for a second attempt to be safe; null when none may be made. */
  readonly attemptAgainAt: number | null;
}

export type Decision =
  | { readonly do: 'found'; readonly row: IssuerTransaction }
  | { readonly do: 'manager'; readonly code: EvidenceCode; readonly reason: string; readonly rows: readonly IssuerTransaction[] }
  | { readonly do: 'proved-nothing'; readonly reason: string }
  | { readonly do: 'attempt-again' }
  | { readonly do: 'wait'; readonly nothingSinceMs: number | null };

/**
 * What follows for an operation whose outcome is not known. The first line that applies decides.
 *
 * | the scan shows | and | decision |
 * |---|---|---|
 * | exactly one fitting row | it is new and its status says success, or the balance agrees | found: never wait to say yes |
 * | exactly one fitting row, perhaps older than the attempt | the balance agrees, and W has passed, so that our own would show too | found |
 * | anything | a manager has it already | wait |
 * | rows that a person must judge | | manager |
 * | an authorization without its capture, or a row under another mid | W has passed | manager |
 * | nothing, and the balance says the same | W has passed, an equal scan 10 s or more ago, no error or clock jump between | proved nothing |
 * | nothing | the balance is what it was, and can pay only one of two attempts | attempt again |
 * | anything | ten minutes have passed | manager |
 * | anything | | wait |
 */
export function decide(evidence: Evidence, at: Standpoint, rules: RulesInForce = ALL_RULES): Decision {
  const windowPassed = !rules.window || at.nowMs - at.startedMs >= at.settleWindowMs;
  const row = evidence && believed(evidence, windowPassed, rules);
  if (row !== null) return { do: 'found', row };
  if (at.withManager) return { do: 'wait', nothingSinceMs: null };
  if (evidence?.weighed.verdict === 'manager') return call(evidence.weighed);
  if (evidence?.weighed.verdict === 'half-way' && windowPassed) return call(evidence.weighed);
  const nothing = evidence?.weighed.verdict === 'nothing' ? evidence : null;
  const isNothing = nothing !== null && windowPassed && (nothing.balanceExplained || !rules.balance);
  const since = isNothing ? unbrokenSince(at, rules) : null;
  if (since !== null && (!rules.secondScan || at.nowMs - since >= LIMITS.secondScanAfterMs)) {
    return { do: 'proved-nothing', reason: nothingReason(at.nowMs - since) };
  }
  if (at.attemptAgainAt !== null && nothing?.remaining === at.attemptAgainAt) return { do: 'attempt-again' };
  if (isManagerDue({ elapsedMs: at.nowMs - at.beganMs, withManager: false })) return { do: 'manager', rows: [], ...overdue(evidence) };
  return { do: 'wait', nothingSinceMs: since };
}

/** The row that is taken for the operation's; null while none is. */
function believed(
  { weighed, balanceExplained }: NonNullable<Evidence>,
  windowPassed: boolean,
  rules: RulesInForce,
): IssuerTransaction | null {
  if (weighed.verdict === 'found') return weighed.row;
  if (weighed.verdict !== 'likely' || !balanceExplained) return null;
  return windowPassed || !weighed.mayBeOlder || !rules.oldRowWaits ? weighed.row : null;
}

/** When the run of scans that prove "nothing" began: now, unless there is one that nothing has disturbed. */
function unbrokenSince({ clockJumped, nothingSinceMs, nowMs }: Standpoint, rules: RulesInForce): number | null {
  if (clockJumped && rules.undisturbed) return null;
  return nothingSinceMs ?? nowMs;
}

function call({ code, reason, rows }: Extract<Weighed, { verdict: 'manager' | 'half-way' }>): Decision {
  return { do: 'manager', code, reason, rows };
}

function nothingReason(apartMs: number): string {
  return `two complete searches ${Math.round(apartMs / 1000)} s apart show nothing, and the balance agrees`;
}

function overdue(evidence: Evidence): { code: EvidenceCode; reason: string } {
  if (evidence === null) return { code: 'issuer-silent', reason: 'the issuer gave no usable answer for ten minutes' };
  if (!evidence.balanceExplained) {
    return { code: 'balance-unproved', reason: 'no row was found, but the balance does not prove that nothing happened' };
  }
  return { code: 'never-undisturbed', reason: 'no row was found, and there was no undisturbed time to prove that nothing happened' };
}

/** What a second attempt has to know of the first one. */
export interface FirstAttempt {
  readonly attempts: number;
  /** Minor units or items. */
  readonly requested: number;
  /** What the voucher held before it; null when nobody knows. */
  readonly remainingBefore: number | null;
  readonly singleUse: boolean;
}

/**
 * The balance at which a second attempt is safe: the one from before the first. Where more than half of it is asked for, or the voucher is
 * consumed by one redemption, the issuer's own check of the balance lets at most one of the two succeed. That holds as long as the issuer takes all or
 * nothing, and nobody puts money back on the voucher meanwhile.
 * @returns null when none may be made
 */
export function attemptAgainAt(first: FirstAttempt, rules: RulesInForce = ALL_RULES): number | null {
  const { attempts, requested, remainingBefore, singleUse } = first;
  if (attempts !== 1 || remainingBefore === null || requested > remainingBefore) return null;
  const onlyOneFits = singleUse || requested * 2 > remainingBefore || !rules.oneOfTwo;
  return onlyOneFits ? remainingBefore : null;
}
