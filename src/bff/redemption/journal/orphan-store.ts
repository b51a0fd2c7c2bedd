import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { Decider } from '../../platform/base/decider.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Recorded } from '../operation/journal-port.ts';
import type { OrphanFact, OrphanStatus } from './orphan-facts.ts';

/** A new capture of the shop without a matching operation. */
export interface NewOrphan {
  readonly id: string;
  readonly shop: Scope;
  /** The issuer's row, without the ref. */
  readonly row: Candidate;
  /**
   * The captured voucher; empty if the row names none. Only its encrypted form and its last four
   * characters are stored.
   */
  readonly ref: string;
  /**
   * The tender that was confirmed with this capture although its voucher or amount differs, or
   * although the issuer has since taken it back or no longer shows it.
   */
  readonly claimedBy?: { readonly tenderId: string; readonly last4: string; readonly since?: 'taken-back' | 'gone' };
}

export interface OrphanRecord extends Recorded<OrphanFact, OrphanStatus> {
  readonly row: Candidate;
  readonly last4: string;
}

/**
 * The journal of orphans. Each orphan claims its transaction, so it is listed once even if several
 * servers find it.
 */
export interface OrphanJournal {
  /** When the shop's journal began, our time. Older captures are ignored. */
  began(shop: Scope): Promise<number>;
  /**
   * Records an orphan; returns null if another operation has its transaction. An orphan with
   * `claimedBy` claims nothing; null if its id is already recorded.
   */
  found(orphan: NewOrphan): Promise<OrphanRecord | null>;
  /**
   * Closes the case.
   * @throws Stale if another caller was first
   */
  close(orphan: OrphanRecord, by: Decider, note: string): Promise<OrphanRecord>;
  read(shop: Scope, id: string): Promise<OrphanRecord | null>;
  /** The captured voucher; empty if the issuer's row names none. */
  refOf(orphan: OrphanRecord): string;
  /** Orphans found or closed since `since`, our time, and not assigned to a tender. */
  unexplained(shop: Scope, since: number): Promise<readonly OrphanRecord[]>;
  /** Open orphans, oldest first. */
  open(shop: Scope): Promise<readonly OrphanRecord[]>;
}
