import { LIMITS } from '../../contract/limits.ts';
import type { IssuerTransaction } from '../issuer/port.ts';
import type { Weighed } from './candidates.ts';
import { isManagerDue } from './schedule.ts';

/** What one question to the issuer brought: a complete scan weighed, and whether the balance equation holds. Null: no usable answer. */
export type Evidence = { readonly weighed: Weighed; readonly balanceExplained: boolean } | null;

/** Where settling of one tender stands when the evidence comes in. Times are of a clock that does not jump. */
export interface Standpoint {
  readonly nowMs: number;
  /** When this process began to settle the tender. */
  readonly startedMs: number;
  /** W: how late the issuer may still act plus how long its search may lag. */
  readonly settleWindowMs: number;
  /** A manager has been called already. */
  readonly withManager: boolean;
  /** When the unbroken run of scans that prove "nothing" began; null when there is none. */
  readonly nothingSinceMs: number | null;
  /** The wall clock was set since the last question. */
  readonly clockJumped: boolean;
}

export type Decision =
  | { readonly do: 'capture'; readonly row: IssuerTransaction }
  | { readonly do: 'manager'; readonly reason: string }
  | { readonly do: 'not-captured'; readonly reason: string }
  | { readonly do: 'wait'; readonly nothingSinceMs: number | null };

/**
 * What follows for a tender whose outcome is not known. The first line that applies decides.
 *
 * | the scan shows | and | decision |
 * |---|---|---|
 * | exactly one fitting capture | it is new and its status says success, or the balance agrees | capture: never wait to say yes |
 * | anything | a manager has it already | wait |
 * | rows that a person must judge | | manager |
 * | an authorization without its capture, or a capture under another mid | W has passed | manager |
 * | nothing, and the balance says the same | W has passed, an equal scan 10 s or more ago, no error or clock jump between | not captured |
 * | anything | ten minutes have passed | manager |
 * | anything | | wait |
 */
export function decide(evidence: Evidence, at: Standpoint): Decision {
  const elapsedMs = at.nowMs - at.startedMs;
  const weighed = evidence?.weighed ?? null;
  if (weighed?.verdict === 'captured' || (weighed?.verdict === 'likely' && evidence?.balanceExplained))
    return { do: 'capture', row: weighed.row };
  if (at.withManager) return { do: 'wait', nothingSinceMs: null };
  if (weighed?.verdict === 'manager') return { do: 'manager', reason: weighed.reason };
  const windowPassed = elapsedMs >= at.settleWindowMs;
  if (weighed?.verdict === 'half-way' && windowPassed) return { do: 'manager', reason: weighed.reason };
  const provesNothing = weighed?.verdict === 'nothing' && evidence?.balanceExplained === true && windowPassed && !at.clockJumped;
  const since = provesNothing ? (at.nothingSinceMs ?? at.nowMs) : null;
  if (since !== null && at.nowMs - since >= LIMITS.secondScanAfterMs) {
    return {
      do: 'not-captured',
      reason: `two complete searches ${Math.round((at.nowMs - since) / 1000)} s apart show no capture, and the balance agrees`,
    };
  }
  if (isManagerDue({ elapsedMs, withManager: false })) return { do: 'manager', reason: overdueReason(evidence) };
  return { do: 'wait', nothingSinceMs: since };
}

function overdueReason(evidence: Evidence): string {
  if (evidence === null) return 'the issuer gave no usable answer for ten minutes';
  if (!evidence.balanceExplained) return 'no capture was found, but the balance does not prove that none was made';
  return 'no capture was found, and there was no undisturbed time to prove that none was made';
}
