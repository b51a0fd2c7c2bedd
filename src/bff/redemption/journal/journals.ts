import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import type { VisibleByKind } from '../../platform/audit/journal-lines.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Changes } from '../operation/changes.ts';
import { createOperations, type OperationNews } from '../operation/operations.ts';
import { createDeriveStatuses, type DeriveStatuses } from './derive-statuses.ts';
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
  readonly outbox?: OperationNews;
}

/**
 * The core's journals in one database, one for each kind of operation. They share locks, claims and
 * facts.
 */
export interface Journals {
  readonly tenders: TenderJournal;
  readonly refunds: RefundJournal;
  readonly orphans: OrphanJournal;
}

type CoreKind = 'tender' | 'refund' | 'orphan';

/** Facts of each kind that appear in the audit trail. */
export const CORE_LINES: Pick<VisibleByKind, CoreKind> = {
  tender: TENDER_LINES,
  refund: REFUND_LINES,
  orphan: ORPHAN_LINES,
};

/** Functions that derive the state of an operation from its facts. */
export const CORE_STATUS_DERIVATIONS: Readonly<Record<CoreKind, DeriveStatuses>> = {
  tender: createDeriveStatuses(tenderFactSchema, foldTender, isTenderOpen),
  refund: createDeriveStatuses(refundFactSchema, foldRefund, isRefundOpen),
  orphan: createDeriveStatuses(orphanFactSchema, foldOrphan, (state) => state === 'found'),
};

export function journalTools({ db, servers, ...options }: JournalsOptions) {
  const operations = createOperations({ db, clock: options.clock, serverId: servers.id, outbox: options.outbox });
  return { ...options, db, operations, serverId: servers.id };
}

export function createJournals(tools: ReturnType<typeof journalTools>) {
  const tenders = createTenderJournal(tools);
  return { tenders, refunds: createRefundJournal({ ...tools, tenders }), orphans: createOrphanJournal(tools) };
}
