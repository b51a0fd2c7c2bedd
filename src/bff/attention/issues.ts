import type { AttentionItem, EvidenceLine } from '../../contract/attention.ts';
import type { IssueFact } from '../journal/issue-facts.ts';
import type { IssueJournal, IssueRecord } from '../journal/issue-store.ts';
import type { AttentionCase, AttentionSource } from './source.ts';

export interface IssueSourceDeps {
  readonly shop: string;
  readonly issues: IssueJournal;
}

/**
 * Issues with a request whose answer was lost. It is asked for again by itself; after a while a manager may give that up. The key is kept, so
 * whoever resumes the issue asks under it again before anything else.
 */
export function issueSource({ shop, issues }: IssueSourceDeps): AttentionSource {
  const caseOf = (issue: IssueRecord): AttentionCase => ({
    item: itemOf(issue),
    async act({ reason }, { person }) {
      await issues.append(issue, { kind: 'closed', by: { personId: person.id, person: person.name }, note: reason });
    },
  });
  return {
    cases: async () => (await issues.unanswered(shop)).map(caseOf),
    async find(id) {
      const issue = await issues.read(shop, id);
      return issue && (issue.standing.state === 'unknown' || issue.standing.state === 'manager') ? caseOf(issue) : null;
    },
  };
}

function itemOf({ id, standing, createdAt, person, device, facts }: IssueRecord): AttentionItem {
  return {
    id,
    kind: 'unsettled',
    subject: 'issue',
    state: standing.state,
    since: new Date(createdAt).toISOString(),
    changedAt: new Date(standing.changedAt).toISOString(),
    last4: '',
    amount: null,
    person: person.name,
    device: device.name,
    evidence: facts.flatMap(({ at, fact }) => {
      const said = saidBy(fact);
      return said ? [{ at: new Date(at).toISOString(), ...said }] : [];
    }),
    candidates: [],
    /* Nothing while the machine is at it. */
    actions: standing.state === 'manager' ? ['close'] : [],
  };
}

function saidBy(fact: IssueFact): Omit<EvidenceLine, 'at'> | null {
  if (fact.kind === 'unknown' || fact.kind === 'manager') return { code: fact.evidence, detail: fact.reason };
  return fact.kind === 'closed' ? { code: 'decided', detail: `${fact.by.person}: ${fact.note}` } : null;
}
