import type { Decider } from '../../../bff/platform/base/decider.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { AskedBy, Begun, OperationJournal, Recorded } from '../../../bff/redemption/operation/journal-port.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import type { SaleCare } from '../../../contract/redemption/issue-request.ts';
import type { Refusal } from '../../../contract/voucher/refusal.ts';
import type { IssuedVoucher } from '../contract/issue.ts';
import type { IssueFact, IssueStanding } from './issue-facts.ts';

/** What is to be issued. */
export interface Order {
  readonly productCode: string;
  readonly quantity: number;
  /** Minor units; null where the product has its own. */
  readonly faceValue: number | null;
  readonly clientReference: string | null;
}

interface IssueWish extends AskedBy {
  readonly order: Order;
  readonly productName: string | null;
}

/** An issue as it is first written. */
export interface NewIssue extends IssueWish {
  readonly id: string;
  readonly shop: Scope;
  /** What the customer was shown and asked. */
  readonly care?: SaleCare | undefined;
}

/** An issue with everything that happened to it, but without its vouchers. */
export interface IssueRecord extends IssueWish, Recorded<IssueFact, IssueStanding> {}

/** Facts that bring no vouchers. */
export type OtherIssueFact = Exclude<IssueFact, { kind: 'intent' | 'issued' | 'resumed' | 'printed' | 'link_given' }>;
/** Facts by which vouchers leave the server. */
export type GivenFact = Extract<IssueFact, { kind: 'printed' | 'link_given' }>;

/** The same id, order and person is the same issue. */
export interface IssueIdentity {
  readonly shop: Scope;
  readonly personId: string;
  readonly order: Order;
}

/**
 * The journal of issues: as that of tenders, with request keys for the lock.
 *
 * The key of each request stands in the place of a lock.
 */
export interface IssueJournal extends OperationJournal<IssueRecord, OtherIssueFact, IssueIdentity> {
  begin(issue: NewIssue): Promise<Begun<IssueRecord>>;
  /**
   * Writes the answer to the open request with all its vouchers, or nothing.
   * @throws as {@link OperationJournal.append}
   */
  issued(issue: IssueRecord, vouchers: readonly IssuedVoucher[], refusal: Refusal | null): Promise<IssueRecord>;
  /**
   * Wants the remainder.
   *
   * This server looks after the issue from then on, if none did.
   * @throws as {@link OperationJournal.append}
   */
  resume(issue: IssueRecord, by: Decider): Promise<IssueRecord>;
  /**
   * Writes that vouchers are given to be printed or sent.
   * @param beside what belongs into the same transaction
   * @throws as {@link OperationJournal.append}
   */
  given(issue: IssueRecord, fact: GivenFact, beside?: (tx: Tx) => Promise<void>): Promise<IssueRecord>;
  /** The issue that a voucher came from, and the voucher as it came; null for none of this shop. */
  ofVoucher(shop: Scope, ref: string): Promise<{ readonly issue: IssueRecord; readonly voucher: IssuedVoucher } | null>;
  /** What was issued, in the order in which it came. */
  vouchers(issue: IssueRecord): Promise<readonly IssuedVoucher[]>;
}
