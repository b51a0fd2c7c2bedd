import type { Decider } from '../../../bff/platform/base/decider.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type {
  OperationJournal,
  Recorded,
  Requester,
  StartResult,
} from '../../../bff/redemption/operation/journal-port.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import type { ScamCheck } from '../../../contract/redemption/issue-request.ts';
import type { Refusal } from '../../../contract/voucher/refusal.ts';
import type { IssuedVoucher } from '../contract/issue.ts';
import type { IssueFact, IssueStatus } from './issue-facts.ts';
import type { ReleasingFact } from './release-facts.ts';

export interface Order {
  readonly productCode: string;
  readonly quantity: number;
  /** Minor units; null if the product has a fixed value. */
  readonly faceValue: number | null;
  readonly clientReference: string | null;
}

interface RequestedIssue extends Requester {
  readonly order: Order;
  readonly productName: string | null;
}

export interface NewIssue extends RequestedIssue {
  readonly id: string;
  readonly shop: Scope;
  /** The notice and the answers of the customer. */
  readonly care?: ScamCheck | undefined;
}

/** An issue with its facts, but without its vouchers. */
export interface IssueRecord extends RequestedIssue, Recorded<IssueFact, IssueStatus> {}

export type OtherIssueFact = Exclude<IssueFact, { kind: 'intent' | 'issued' | 'resumed' } | ReleaseFact>;
/** Facts that release vouchers, or end their release. */
export type ReleaseFact = ReleasingFact | Extract<IssueFact, { kind: 'taken_back' | 'return_undone' }>;

/** An answer names a voucher that another answer brought before: it belongs to another order. */
export class SoldBefore extends Error {
  override readonly name = 'SoldBefore';
}

/** Requests with the same id, order and person are the same issue. */
export interface IssueIdentity {
  readonly shop: Scope;
  readonly personId: string;
  readonly order: Order;
}

/**
 * The journal of issues: as the journal of tenders, but with the key of each request instead of a
 * lock.
 */
export interface IssueJournal extends OperationJournal<IssueRecord, OtherIssueFact, IssueIdentity> {
  begin(issue: NewIssue): Promise<StartResult<IssueRecord>>;
  /**
   * Writes the answer to the open request with all its vouchers, or nothing.
   * @throws SoldBefore if the shop has one of them already; also as {@link OperationJournal.append}
   */
  issued(issue: IssueRecord, vouchers: readonly IssuedVoucher[], refusal: Refusal | null): Promise<IssueRecord>;
  /**
   * Requests the remaining vouchers. If no server is responsible for the issue, this server becomes
   * responsible.
   * @throws as {@link OperationJournal.append}
   */
  resume(issue: IssueRecord, by: Decider): Promise<IssueRecord>;
  /**
   * Records that vouchers are released for printing or sending, or were taken back.
   * @param within runs in the same transaction
   * @throws as {@link OperationJournal.append}
   */
  recordRelease(issue: IssueRecord, fact: ReleaseFact, within?: (tx: Tx) => Promise<void>): Promise<IssueRecord>;
  /**
   * Returns the issue of a voucher, and the voucher as it arrived; null if it is not from this
   * shop.
   */
  ofVoucher(shop: Scope, ref: string): Promise<{ readonly issue: IssueRecord; readonly voucher: IssuedVoucher } | null>;
  /** The issued vouchers, in order of arrival. */
  vouchers(issue: IssueRecord): Promise<readonly IssuedVoucher[]>;
}
