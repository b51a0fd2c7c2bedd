import { activationFactSchema } from '../../features/gift-cards/bff/activation-facts.ts';
import { foldActivation } from '../../features/gift-cards/bff/activation-fold.ts';
import { ACTIVATION_LINES, createActivationJournal } from '../../features/gift-cards/bff/activation-journal.ts';
import type { ActivationJournal } from '../../features/gift-cards/bff/activation-store.ts';
import { isActivationOpen } from '../../features/gift-cards/contract/activation.ts';
import { foldIssue, issueFactSchema } from '../../features/selling/bff/issue-facts.ts';
import { createIssueJournal, ISSUE_LINES } from '../../features/selling/bff/issue-journal.ts';
import type { IssueJournal } from '../../features/selling/bff/issue-store.ts';
import { isIssueOpen } from '../../features/selling/contract/issue.ts';
import type { ShownByKind } from '../platform/audit/journal-lines.ts';
import {
  CORE_JUDGES,
  CORE_LINES,
  createJournals,
  type Journals,
  type JournalsOptions,
  journalTools,
} from '../redemption/journal/journals.ts';
import { judgeOf } from '../redemption/journal/judge.ts';
import type { Judges } from '../redemption/journal/verify-states.ts';

/** The journals of one database, one for each kind of operation. */
export interface AllJournals extends Journals {
  readonly activations: ActivationJournal;
  readonly issues: IssueJournal;
}

/** Which facts are lines of the trail. */
export const TRAIL_LINES: ShownByKind = {
  tender: CORE_LINES.tender,
  refund: CORE_LINES.refund,
  activation: ACTIVATION_LINES,
  issue: ISSUE_LINES,
  orphan: CORE_LINES.orphan,
};

/** How operations of each kind stand by their facts. */
export const JUDGES: Judges = {
  ...CORE_JUDGES,
  activation: judgeOf(activationFactSchema, foldActivation, isActivationOpen),
  issue: judgeOf(issueFactSchema, foldIssue, isIssueOpen),
};

export function createAllJournals(options: JournalsOptions): AllJournals {
  const tools = journalTools(options);
  return { ...createJournals(tools), activations: createActivationJournal(tools), issues: createIssueJournal(tools) };
}
