import type { Candidate, EvidenceCode } from '../../../contract/voucher/evidence.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import { candidateOf } from '../settle/cases.ts';
import { AWAITED_MS } from './limits.ts';
import { transactionNeeded } from './problems.ts';

/** Shared parts of the cases of redemptions and refunds. */

/** Returns false while the answer to an attempt may still arrive normally. */
export function isLeftOpen(
  { state, changedAt }: { readonly state: string; readonly changedAt: number },
  now: number,
): boolean {
  return state !== 'sent' || now - changedAt > AWAITED_MS;
}

/** @throws Problem 400 if the manager named no row */
export function namedRow(transactionId: string | undefined): string {
  if (transactionId === undefined) throw transactionNeeded();
  return transactionId;
}

/**
 * Returns the fact that shows a manager rows that were found while closing a case, so that they can
 * be attached.
 * @returns null if the manager already has them
 */
export function newCandidatesFact(
  rows: readonly IssuerTransaction[],
  exact: boolean,
  candidates: readonly Candidate[],
): { kind: 'manager'; reason: string; evidence: EvidenceCode; candidates: Candidate[] } | null {
  const ids = new Set(candidates.map(({ transactionId }) => transactionId));
  if (rows.every(({ transactionId }) => ids.has(transactionId))) return null;
  const evidence = rows.length > 1 ? 'several-fit' : exact ? 'found-late' : 'row-differs';
  return {
    kind: 'manager',
    reason: 'transactions were found just before the case was closed',
    evidence,
    candidates: rows.map(candidateOf),
  };
}
