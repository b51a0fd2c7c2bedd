import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { Decision } from './rules.ts';
import type { Watch } from './settle.ts';

/** One operation whose outcome is not known, as the settler looks after it. */
export interface OpenCase {
  /** Null where it is about no voucher. */
  readonly last4: string | null;
  /** A manager has been called already. */
  readonly withManager: boolean;
  /**
   * Asks the issuer once and writes what follows.
   * @returns what to remember for the next question, and the state for the log
   * @throws Stale when somebody else changed the operation; anything when the journal cannot be
   *   used. Nothing is lost either way.
   */
  ask(watch: Watch, signal: AbortSignal): Promise<{ readonly watch: Watch; readonly state: string }>;
}

/** Has an operation looked after from here on, until it is at rest. */
export type LookAfter = (kind: OperationKind, id: string) => void;

/** Everything of one kind that can be left open, and how it is settled. */
export interface CaseKind {
  readonly kind: OperationKind;
  /**
   * The operation as it stands, or null when it is not open.
   *
   * What stands at INTENT or SENT here was left behind by an attempt that ended without an outcome,
   * so that is written first: INTENT was never sent, the outcome of SENT is unknown.
   * @param lookAfter for what goes on from here and may come to be unknown again
   */
  find(id: string, lookAfter: LookAfter): Promise<OpenCase | null>;
  /** As in the journal's port. */
  adopt(alive: ReadonlySet<number>): Promise<readonly string[]>;
}

/**
 * What is written of an operation that an attempt left behind without an outcome.
 * @returns null for one that was not left behind
 */
export function strandedFact(state: string) {
  switch (state) {
    case 'intent':
      return { kind: 'not_sent', reason: 'the server stopped before anything was sent' } as const;
    case 'sent':
      return {
        kind: 'unknown',
        reason: 'the server stopped while the answer was awaited',
        evidence: 'server-stopped',
      } as const;
    default:
      return null;
  }
}

/** What is written when a manager is to judge. */
export function callOf({ code, reason, rows }: Extract<Decision, { do: 'manager' }>) {
  return { kind: 'manager', reason, evidence: code, candidates: rows.map(candidateOf) } as const;
}

export type StrandedFact = NonNullable<ReturnType<typeof strandedFact>>;
export type ManagerCall = ReturnType<typeof callOf>;

/** A row of the issuer's search as a manager gets to see it: without the ref. */
export function candidateOf(row: IssuerTransaction): Candidate {
  const { transactionId, type, rawStatus, amount, currency, createdAt, mid } = row;
  const using = row.vouchers.length === 1 ? row.vouchers[0]?.usingValue : null;
  const at = createdAt === null ? null : new Date(createdAt).toISOString();
  return { transactionId, type, status: rawStatus, amount: amount ?? using ?? null, currency, at, mid };
}
