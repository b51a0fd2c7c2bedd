import type { Decider } from '../../../bff/platform/base/decider.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type {
  OperationJournal,
  Recorded,
  Requester,
  StartResult,
} from '../../../bff/redemption/operation/journal-port.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import type { SaleCare } from '../../../contract/redemption/issue-request.ts';
import type { Refusal } from '../../../contract/voucher/refusal.ts';
import type { IssuedVoucher } from '../contract/issue.ts';
import type { IssueFact, IssueStatus } from './issue-facts.ts';

export interface Order {
  readonly productCode: string;
  readonly quantity: number;
  /** Minor units; null if the product has its own. */
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
  readonly care?: SaleCare | undefined;
}

/** An issue with its facts, but without its vouchers. */
export interface IssueRecord extends RequestedIssue, Recorded<IssueFact, IssueStatus> {}

export type OtherIssueFact = Exclude<IssueFact, { kind: 'intent' | 'issued' | 'resumed' | 'printed' | 'link_given' }>;
/** Facts that release vouchers. */
export type ReleaseFact = Extract<IssueFact, { kind: 'printed' | 'link_given' }>;

/** Requests with the same id, order and person are the same issue. */
export interface IssueIdentity {
  readonly shop: Scope;
  readonly personId: string;
  readonly order: Order;
}

/** The journal of issues: as that of tenders, with the key of each request in place of a lock. */
export interface IssueJournal extends OperationJournal<IssueRecord, OtherIssueFact, IssueIdentity> {
  begin(issue: NewIssue): Promise<StartResult<IssueRecord>>;
  /**
   * Writes the answer to the open request with all its vouchers, or nothing.
   * @throws as {@link OperationJournal.append}
   */
  issued(issue: IssueRecord, vouchers: readonly IssuedVoucher[], refusal: Refusal | null): Promise<IssueRecord>;
  /**
   * Requests the remaining vouchers. This server is responsible for the issue from then on, if none
   * was.
   * @throws as {@link OperationJournal.append}
   */
  resume(issue: IssueRecord, by: Decider): Promise<IssueRecord>;
  /**
   * Records that vouchers are released for printing or sending.
   * @param within runs in the same transaction
   * @throws as {@link OperationJournal.append}
   */
  given(issue: IssueRecord, fact: ReleaseFact, within?: (tx: Tx) => Promise<void>): Promise<IssueRecord>;
  /**
   * Returns the issue of a voucher, and the voucher as it arrived; null if it is not from this
   * shop.
   */
  ofVoucher(shop: Scope, ref: string): Promise<{ readonly issue: IssueRecord; readonly voucher: IssuedVoucher } | null>;
  /** The issued vouchers, in order of arrival. */
  vouchers(issue: IssueRecord): Promise<readonly IssuedVoucher[]>;
}
