import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { Decision } from './rules.ts';
import type { Watch } from './settle.ts';

/** One operation with an unknown outcome, as the settler handles it. */
export interface OpenCase {
  /** Null if the operation has no voucher. */
  readonly last4: string | null;
  /** True if a manager has already been called. */
  readonly withManager: boolean;
  /**
   * Asks the issuer once and writes the conclusion.
   * @returns what to remember for the next question, and the state for the log
   * @throws Stale if another caller changed the operation; any error if the journal is unavailable.
   * Nothing is lost in either case.
   */
  ask(watch: Watch, signal: AbortSignal): Promise<{ readonly watch: Watch; readonly state: string }>;
}

/** Settles an operation on this server until it is closed. */
export type FollowUp = (kind: OperationKind, id: string) => void;

/** A kind of operation that can be left open, and how it is settled. */
export interface CaseKind {
  readonly kind: OperationKind;
  /**
   * Returns the current operation, or null if it is not open. For an operation at INTENT or SENT,
   * whose attempt ended without an outcome, the outcome is written first: not sent for INTENT,
   * unknown for SENT.
   * @param followUp receives operations that become unknown again
   */
  find(id: string, followUp: FollowUp): Promise<OpenCase | null>;
  /** As in the journal's port. */
  adopt(alive: ReadonlySet<number>): Promise<readonly string[]>;
}

/**
 * Returns the fact to write for an operation that an attempt left behind without an outcome.
 * @returns null if it was not left behind
 */
export function strandedFact(state: string) {
  switch (state) {
    case 'intent':
      return { kind: 'not_sent', reason: 'the server stopped before anything was sent' } as const;
    case 'sent':
      return {
        kind: 'unknown',
        reason: 'the server stopped while waiting for the response',
        evidence: 'server-stopped',
      } as const;
    default:
      return null;
  }
}

export function callOf({ code, reason, rows }: Extract<Decision, { do: 'manager' }>) {
  return { kind: 'manager', reason, evidence: code, candidates: rows.map(candidateOf) } as const;
}

export type StrandedFact = NonNullable<ReturnType<typeof strandedFact>>;
export type ManagerCall = ReturnType<typeof callOf>;

/** Returns a row of the issuer's search as a manager sees it, without the ref. */
export function candidateOf(row: IssuerTransaction): Candidate {
  const { transactionId, type, rawStatus, amount, currency, createdAt, mid } = row;
  const using = row.vouchers.length === 1 ? row.vouchers[0]?.usingValue : null;
  const at = createdAt === null ? null : new Date(createdAt).toISOString();
  return { transactionId, type, status: rawStatus, amount: amount ?? using ?? null, currency, at, mid };
}
