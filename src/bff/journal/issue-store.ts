import type { Transaction } from 'kysely';
import type { IssuedVoucher } from '../../contract/issue.ts';
import type { Refusal } from '../../contract/refusal.ts';
import type { Decider } from '../operation/snapshot.ts';
import type { Schema } from '../store/schema.ts';
import type { IssueFact, IssueStanding } from './issue-facts.ts';
import type { DatedFact } from './tender-facts.ts';

/** What is to be issued. */
export interface Order {
  readonly productCode: string;
  readonly quantity: number;
  /** Minor units; null where the product has its own. */
  readonly faceValue: number | null;
  readonly clientReference: string | null;
}

/** An issue as it is first written. */
export interface NewIssue {
  readonly id: string;
  readonly shop: string;
  readonly device: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  readonly order: Order;
  readonly productName: string | null;
}

/** An issue with everything that happened to it, but without its vouchers. */
export interface IssueRecord extends NewIssue {
  readonly createdAt: number;
  readonly facts: readonly DatedFact<IssueFact>[];
  readonly standing: IssueStanding;
}

export type IssueRecalled =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'same'; readonly issue: IssueRecord }
  | { readonly outcome: 'different' };

export type IssueBegun = { readonly outcome: 'new'; readonly issue: IssueRecord } | Exclude<IssueRecalled, { outcome: 'none' }>;

/** Facts that bring no vouchers. */
export type OtherIssueFact = Exclude<IssueFact, { kind: 'intent' | 'issued' | 'resumed' | 'printed' }>;
export type PrintedFact = Extract<IssueFact, { kind: 'printed' }>;

/** The same id, order and person is the same issue. */
export interface IssueIdentity {
  readonly shop: string;
  readonly personId: string;
  readonly order: Order;
}

/** The journal of issues: as that of tenders, with the key of each request in the place of a lock. */
export interface IssueJournal {
  recall(id: string, identity: IssueIdentity): Promise<IssueRecalled>;
  begin(issue: NewIssue): Promise<IssueBegun>;
  /** @throws Stale when it moved on meanwhile; Error when it cannot take the fact */
  append(issue: IssueRecord, fact: OtherIssueFact): Promise<IssueRecord>;
  /** Writes the answer to the open request with all its vouchers, or nothing. @throws as {@link IssueJournal.append} */
  issued(issue: IssueRecord, vouchers: readonly IssuedVoucher[], refusal: Refusal | null): Promise<IssueRecord>;
  /** Wants the remainder. This server looks after the issue from then on, if none did. @throws as {@link IssueJournal.append} */
  resume(issue: IssueRecord, by: Decider): Promise<IssueRecord>;
  /**
   * Writes that vouchers are given to be printed.
   * @param beside what belongs into the same transaction
   * @throws as {@link IssueJournal.append}
   */
  printed(issue: IssueRecord, fact: PrintedFact, beside?: (tx: Transaction<Schema>) => Promise<void>): Promise<IssueRecord>;
  read(shop: string, id: string): Promise<IssueRecord | null>;
  /** What was issued, in the order in which it came. */
  vouchers(issue: IssueRecord): Promise<readonly IssuedVoucher[]>;
  /** The latest issues of a person, or with null of everybody, newest first. */
  latestOf(shop: string, personId: string | null, count: number): Promise<readonly IssueRecord[]>;
  /** Issues with a lost answer, oldest first. */
  unanswered(shop: string): Promise<readonly IssueRecord[]>;
  /** As in the journal's port. */
  adopt(shop: string, alive: ReadonlySet<number>): Promise<readonly string[]>;
}
