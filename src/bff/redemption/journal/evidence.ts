import type { EvidenceLine } from '../../../contract/redemption/attention.ts';
import type { EvidenceCode } from '../../../contract/voucher/evidence.ts';
import type { Decider } from '../../platform/base/decider.ts';
import type { DatedFact } from '../operation/facts.ts';
import type { OrphanFact } from './orphan-facts.ts';
import type { RefundFact } from './refund-facts.ts';
import type { TenderFact } from './tender-facts.ts';

type AnyFact = TenderFact | RefundFact | OrphanFact;
type EvidenceEntry = readonly [code: EvidenceCode, detail: string | null] | null;

/** Describes the facts of an operation for a manager, oldest first. Routine facts are left out. */
export function evidenceOf(facts: readonly DatedFact<AnyFact>[]): EvidenceLine[] {
  return facts.flatMap(({ at, fact }) => {
    const entry = findEvidence(fact);
    return entry ? [{ at: new Date(at).toISOString(), code: entry[0], detail: entry[1] }] : [];
  });
}

const CLAIM_EVIDENCE = { made: 'claimed-by-other', 'taken-back': 'claim-reversed', gone: 'claim-missing' } as const;

function findEvidence(fact: AnyFact): EvidenceEntry {
  switch (fact.kind) {
    case 'unknown':
    case 'manager':
      return [fact.evidence, fact.reason];
    case 'not_captured':
    case 'not_refunded':
      return fact.by && fact.note !== undefined ? decided(fact.by, fact.note) : ['proved-nothing', fact.reason];
    case 'late_capture':
      return ['found-late', null];
    case 'attached':
      return decided(fact.by, fact.note);
    case 'found':
      if (!fact.claimedBy) return ['not-ours', null];
      return [CLAIM_EVIDENCE[fact.claimedBy.since ?? 'made'], fact.claimedBy.last4];
    case 'closed':
      return decided(fact.by, fact.note);
    case 'refunded':
    case 'intent':
    case 'sent':
    case 'captured':
    case 'captured_partial':
    case 'declined':
    case 'not_sent':
      return null;
    default:
      return fact satisfies never;
  }
}

function decided({ person }: Decider, note: string): EvidenceEntry {
  return ['decided', `${person}: ${note}`];
}
