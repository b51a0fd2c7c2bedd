import type { Kysely } from 'kysely';
import type { Keys } from '../keys.ts';
import type { Clock } from '../ports.ts';
import { createActivationJournal } from './activation-journal.ts';
import type { ActivationJournal } from './activation-store.ts';
import type { Changes } from './changes.ts';
import { createIssueJournal } from './issue-journal.ts';
import type { IssueJournal } from './issue-store.ts';
import { announcer, createOperations } from './operations.ts';
import { createOrphanJournal } from './orphan-journal.ts';
import type { OrphanJournal } from './orphan-store.ts';
import { createRefundJournal } from './refund-journal.ts';
import type { RefundJournal } from './refund-store.ts';
import type { Schema } from './schema.ts';
import type { Servers } from './servers.ts';
import type { Journal } from './store.ts';
import { createJournal } from './tender-journal.ts';

export interface JournalsOptions {
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly servers: Servers;
  readonly changes: Changes;
}

/** The journals of one database, one per kind of operation; they share locks, claims and facts. */
export interface Journals {
  readonly tenders: Journal;
  readonly refunds: RefundJournal;
  readonly orphans: OrphanJournal;
  readonly activations: ActivationJournal;
  readonly issues: IssueJournal;
}

export function createJournals({ db, servers, ...options }: JournalsOptions): Journals {
  const operations = createOperations({ db, clock: options.clock, serverId: servers.id, announce: announcer(db, servers.id) });
  const shared = { ...options, db, operations, serverId: servers.id };
  const tenders = createJournal(shared);
  return {
    tenders,
    refunds: createRefundJournal({ ...shared, tenders }),
    orphans: createOrphanJournal(shared),
    activations: createActivationJournal(shared),
    issues: createIssueJournal(shared),
  };
}
