import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import type { Outbox } from '../../../features/api-access/bff/webhooks/outbox.ts';
import { activationFactSchema } from '../../../features/gift-cards/bff/activation-facts.ts';
import { foldActivation } from '../../../features/gift-cards/bff/activation-fold.ts';
import { ACTIVATION_LINES, createActivationJournal } from '../../../features/gift-cards/bff/activation-journal.ts';
import type { ActivationJournal } from '../../../features/gift-cards/bff/activation-store.ts';
import { isActivationOpen } from '../../../features/gift-cards/contract/activation.ts';
import { foldIssue, issueFactSchema } from '../../../features/selling/bff/issue-facts.ts';
import { createIssueJournal, ISSUE_LINES } from '../../../features/selling/bff/issue-journal.ts';
import type { IssueJournal } from '../../../features/selling/bff/issue-store.ts';
import { isIssueOpen } from '../../../features/selling/contract/issue.ts';
import type { ShownByKind } from '../../platform/audit/journal-lines.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { Changes } from '../operation/changes.ts';
import { createOperations } from '../operation/operations.ts';
import { type JudgeByFacts, judgeOf } from './judge.ts';
import { foldOrphan, orphanFactSchema } from './orphan-facts.ts';
import { createOrphanJournal, ORPHAN_LINES } from './orphan-journal.ts';
import type { OrphanJournal } from './orphan-store.ts';
import { foldRefund, refundFactSchema } from './refund-facts.ts';
import { createRefundJournal, REFUND_LINES } from './refund-journal.ts';
import type { RefundJournal } from './refund-store.ts';
import { foldTender, tenderFactSchema } from './tender-facts.ts';
import { createTenderJournal } from './tender-journal.ts';
import { TENDER_LINES } from './tender-lines.ts';
import type { TenderJournal } from './tender-store.ts';

export interface JournalsOptions extends Pick<Ports, 'db' | 'keys' | 'clock' | 'servers'> {
  readonly changes: Changes;
  /** IANA name. */
  readonly timeZone: string;
  readonly outbox?: Outbox;
}

/**
 * The journals of one database, one per kind of operation.
 *
 * They share locks, claims and facts.
 */
export interface Journals {
  readonly tenders: TenderJournal;
  readonly refunds: RefundJournal;
  readonly orphans: OrphanJournal;
  readonly activations: ActivationJournal;
  readonly issues: IssueJournal;
}

/** Which facts are lines of the trail. */
export const TRAIL_LINES: ShownByKind = {
  tender: TENDER_LINES,
  refund: REFUND_LINES,
  activation: ACTIVATION_LINES,
  issue: ISSUE_LINES,
  orphan: ORPHAN_LINES,
};

/** How operations of each kind stand by their facts. */
export const JUDGES: Readonly<Record<OperationKind, JudgeByFacts>> = {
  tender: judgeOf(tenderFactSchema, foldTender, isTenderOpen),
  refund: judgeOf(refundFactSchema, foldRefund, isRefundOpen),
  activation: judgeOf(activationFactSchema, foldActivation, isActivationOpen),
  issue: judgeOf(issueFactSchema, foldIssue, isIssueOpen),
  orphan: judgeOf(orphanFactSchema, foldOrphan, (state) => state === 'found'),
};

export function createJournals({ db, servers, ...options }: JournalsOptions): Journals {
  const operations = createOperations({ db, clock: options.clock, serverId: servers.id, outbox: options.outbox });
  const shared = { ...options, db, operations, serverId: servers.id };
  const tenders = createTenderJournal(shared);
  return {
    tenders,
    refunds: createRefundJournal({ ...shared, tenders }),
    orphans: createOrphanJournal(shared),
    activations: createActivationJournal(shared),
    issues: createIssueJournal(shared),
  };
}
