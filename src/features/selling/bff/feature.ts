import { defineServer } from '../../../bff/app/feature.ts';

import { judgeOf } from '../../../bff/redemption/journal/judge.ts';
import type { issueEndpoints } from '../contract/endpoints.ts';
import { isIssueOpen } from '../contract/issue.ts';
import { issueCases } from './issue-case.ts';
import { foldIssue, issueFactSchema } from './issue-facts.ts';
import { createIssueJournal, ISSUE_LINES } from './issue-journal.ts';
import { issueSource } from './issue-source.ts';
import { createIssues } from './issues.ts';
import { createGoOn } from './make-requests.ts';
import { issueRoutes } from './route.ts';

export const selling = defineServer({
  name: 'selling',
  summaries: {
    products: 'What can be sold.',
    product: 'One product.',
    putIssue: 'Orders vouchers from the issuer, once for an id.',
    issue: 'How an order of vouchers stands.',
    myIssues: 'The latest orders of whoever asks; with `all`, those of everybody, for managers.',
    stopIssue: 'Asks the issuer for no more.',
    resumeIssue: 'Asks for the remainder.',
    issueStates: 'How vouchers of an order stand at the issuer now.',
    printIssue: 'Gives vouchers of an order to be printed.',
    sendVoucher: 'Gives the link of one voucher to be sent.',
  } satisfies Record<keyof typeof issueEndpoints, string>,
  lines: { issue: ISSUE_LINES },
  judges: { issue: judgeOf(issueFactSchema, foldIssue, isIssueOpen) },
  create(core) {
    const { shop, settler } = core;
    const issueJournal = createIssueJournal(core.tools);
    const goOn = createGoOn({ ...core, journal: issueJournal });
    const issues = createIssues({
      ...core,
      journal: issueJournal,
      goOn: (issue) => goOn(issue, settler.watch),
    });
    return {
      parts: { issues, issueJournal },
      caseKinds: [issueCases({ ...core, journal: issueJournal, goOn })],
      attentionSources: [issueSource({ shop, issues: issueJournal })],
      routes: ({ on }) => issueRoutes(on, issues),
    };
  },
});
