import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { Decider } from '../../platform/base/decider.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Recorded } from '../operation/journal-port.ts';
import type { OrphanFact, OrphanStanding } from './orphan-facts.ts';

/** A capture of the shop that no operation explains, as it is first written. */
export interface NewOrphan {
  readonly id: string;
  readonly shop: Scope;
  /** The issuer's row, without the ref. */
  readonly row: Candidate;
  /**
   * The voucher that was captured from; empty where the row names none.
   *
   * Only its sealed form and its last four are stored.
   */
  readonly ref: string;
  /** The tender that was confirmed with it and whose voucher or amount it does not fit. */
  readonly claimedBy?: { readonly tenderId: string; readonly last4: string };
}

/** An orphan with what happened to it. */
export interface OrphanRecord extends Recorded<OrphanFact, OrphanStanding> {
  readonly row: Candidate;
  readonly last4: string;
}

/**
 * The journal of orphans.
 *
 * Each claims its transaction, so that it is listed once, whichever server finds it.
 */
export interface OrphanJournal {
  /** When the shop's journal began, our time: what is older is none of its business. */
  began(shop: Scope): Promise<number>;
  /**
   * Writes an orphan down; null when another operation has its transaction. One with `claimedBy`
   * claims nothing; null where its id is written down already.
   */
  found(orphan: NewOrphan): Promise<OrphanRecord | null>;
  /**
   * Says that nothing more will be done.
   * @throws Stale when somebody else was first
   */
  close(orphan: OrphanRecord, by: Decider, note: string): Promise<OrphanRecord>;
  read(shop: Scope, id: string): Promise<OrphanRecord | null>;
  /** Orphans found or closed since then, our time, that were given to no tender. */
  unexplained(shop: Scope, since: number): Promise<readonly OrphanRecord[]>;
  /** Orphans that nobody has closed, oldest first. */
  open(shop: Scope): Promise<readonly OrphanRecord[]>;
}
