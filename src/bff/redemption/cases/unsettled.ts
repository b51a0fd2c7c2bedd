import type { Candidate, EvidenceCode } from '../../../contract/voucher/evidence.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import { candidateOf } from '../settle/cases.ts';
import { transactionNeeded } from './problems.ts';

/** What managers' cases of redemptions and of refunds have in common. */

/** A request whose answer is awaited is nobody's business before this. */
const AWAITED_MS = 10_000;

/** False while the answer of an attempt may still come in the ordinary course of things. */
export function isLeftOpen(
  { state, changedAt }: { readonly state: string; readonly changedAt: number },
  now: number,
): boolean {
  return state !== 'sent' || now - changedAt > AWAITED_MS;
}

/** @throws Problem 400 when a manager named no row */
export function namedRow(transactionId: string | undefined): string {
  if (transactionId === undefined) throw transactionNeeded();
  return transactionId;
}

/**
 * The fact that tells a manager of rows that were found when a case was to be closed, so that they
 * can be attached.
 * @returns null when the manager has them before them already
 */
export function calledAgain(
  rows: readonly IssuerTransaction[],
  exact: boolean,
  known: readonly Candidate[],
): { kind: 'manager'; reason: string; evidence: EvidenceCode; candidates: Candidate[] } | null {
  const ids = new Set(known.map(({ transactionId }) => transactionId));
  if (rows.every(({ transactionId }) => ids.has(transactionId))) return null;
  const evidence = rows.length > 1 ? 'several-fit' : exact ? 'found-late' : 'row-differs';
  return {
    kind: 'manager',
    reason: 'rows were found when it was to be closed',
    evidence,
    candidates: rows.map(candidateOf),
  };
}
