import type { Scope } from '../../../bff/platform/base/scope.ts';
import { type AttentionSource, closableSource, originOf } from '../../../bff/redemption/cases/source.ts';
import type { AttentionItem, EvidenceLine } from '../../../contract/redemption/attention.ts';
import { ISSUE_STATES } from '../../../contract/redemption/states.ts';
import { UNANSWERED_ISSUE_STATES } from '../contract/issue.ts';
import type { IssueFact } from './issue-facts.ts';
import type { IssueJournal, IssueRecord } from './issue-store.ts';

export interface IssueSourceDeps {
  readonly shop: Scope;
  readonly issues: IssueJournal;
}

/**
 * Lists issues with a request whose answer was lost. The request is repeated automatically, until a
 * manager stops the repeats. A resumed issue repeats it first, with the same key.
 */
export function issueSource({ shop, issues }: IssueSourceDeps): AttentionSource {
  return closableSource({
    open: () => issues.inStates(shop, UNANSWERED_ISSUE_STATES),
    read: (id) => issues.read(shop, id),
    isOpen: ({ status }) => ISSUE_STATES[status.state].forManager,
    itemOf,
    close: (issue, by, { reason: note }) => issues.append(issue, { kind: 'closed', by, note }),
  });
}

function itemOf(issue: IssueRecord): AttentionItem {
  return {
    ...originOf(issue),
    kind: 'unsettled',
    subject: 'issue',
    last4: '',
    amount: null,
    evidence: issue.facts.flatMap(({ at, fact }) => {
      const evidence = evidenceFrom(fact);
      return evidence ? [{ at: new Date(at).toISOString(), ...evidence }] : [];
    }),
    candidates: [],
    /* No actions are offered while settling is still running. */
    actions: issue.status.state === 'manager' ? ['close'] : [],
  };
}

function evidenceFrom(fact: IssueFact): Omit<EvidenceLine, 'at'> | null {
  if (fact.kind === 'unknown' || fact.kind === 'manager') return { code: fact.evidence, detail: fact.reason };
  return fact.kind === 'closed' ? { code: 'decided', detail: `${fact.by.person}: ${fact.note}` } : null;
}
