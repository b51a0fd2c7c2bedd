import type { VoucherValue } from '../../contract/money/money.ts';
import type { RowStatus } from '../../contract/redemption/row-status.ts';
import type { VoucherInfo } from '../../contract/redemption/tender.ts';
import type { Refusal } from '../../contract/voucher/refusal.ts';
import type { Sources, VoucherStatus } from '../../contract/voucher/voucher.ts';

/**
 * The issuer's clock relative to ours, from a `Date` header: issuer time = our time + offset,
 * correct within ± error.
 */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly errorMs: number;
}

/** One voucher as the issuer sees it now, from the interface that answered. */
export interface VoucherState {
  readonly ref: string;
  readonly status: VoucherStatus;
  /** The issuer's own status; null if the interface has none. */
  readonly rawStatus: string | null;
  /** The value of `holds`; null if it is not confirmed, see `toVoucherState`. */
  readonly remaining: VoucherValue | null;
  /** The balance as a number, minor units or items, for comparison with a later number. */
  readonly holds: number | null;
  /** The voucher's unit, see `unitOf`; null if it is unknown. */
  readonly unit: string | null;
  /** Last instant of the voucher's validity, milliseconds UTC; null if unknown. */
  readonly expiresAt: number | null;
  readonly product: { readonly code: string; readonly name: string } | null;
  readonly singleUse: boolean | null;
  /**
   * The initial balance of every voucher of its product, in minor units or items. It comes from the
   * catalogue; absent if unknown.
   */
  readonly faceValue?: number;
  readonly source: 'legacy' | 'merchant' | 'client';
  readonly sources: Sources;
  /** Set if only one of two answers arrived, so that a later check may return more. */
  readonly isPart?: true;
}

/**
 * Answer to a question that moves no money. `absent`: the issuer states that the voucher does not
 * exist.
 */
export type IssuerReply<T> =
  | { readonly outcome: 'found'; readonly value: T }
  | { readonly outcome: 'absent' }
  /** This server has no credentials or address for the interface that could answer. */
  | { readonly outcome: 'not-configured' }
  /**
   * No answer, or none that could be understood; the reason is for logs and evidence and contains
   * no ref and no secret.
   */
  | { readonly outcome: 'unclear'; readonly reason: string };

export interface RedeemOrder {
  readonly ref: string;
  readonly worth: VoucherValue;
  /**
   * The balance just before the redemption, in the unit of `worth`, for comparison with a partial
   * capture; null or absent if unknown.
   */
  readonly balanceBefore?: number | null;
}

/**
 * The result of one redemption attempt. `captured` and `declined` require the issuer's answer in
 * its own format; `not-sent` means that no byte of the request can have left; everything else is
 * `unknown`, because money may have been captured. `isMismatch`: the answer does not belong to the
 * request, or contradicts itself. `otherMid`: the mid that the answer names for the requested
 * voucher instead of the shop's.
 */
export type RedeemOutcome =
  | {
      readonly outcome: 'captured';
      readonly captureId: string;
      readonly authorizationId: string | null;
      readonly mid: string | null;
      readonly captured: VoucherValue;
      readonly vouchers: readonly VoucherInfo[];
      /** The voucher's unit from the answer, see `unitOf`; absent if not given. */
      readonly unit?: string;
      /** `{scope}-{captureId}` of the refund link, if one was given and matched the pattern. */
      readonly refundHandle: string | null;
    }
  | { readonly outcome: 'declined'; readonly refusal: Refusal }
  | { readonly outcome: 'not-sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly isMismatch?: true; readonly otherMid?: string };

/** A product of the catalogue. Flags are null if the issuer did not send them. */
export interface Product {
  readonly code: string;
  readonly name: string;
  /** True if its vouchers contain money, false if they count items. */
  readonly isValueBased: boolean | null;
  /** True: issuing needs a face value. */
  readonly isOpenValue: boolean | null;
  readonly isStatusAvailable: boolean | null;
  /** False: one redemption consumes the whole voucher. */
  readonly isMultipleUse: boolean | null;
  readonly currency: string | null;
  /** Face value in minor units, for a product that has one. */
  readonly amount: number | null;
  readonly description: string | null;
  readonly termsAndConditions: string | null;
}

/**
 * A voucher of the client API: its state, and what its holder receives. All fields are as good as
 * money.
 */
export interface ClientVoucher extends VoucherState {
  readonly voucherId: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly shortUrl: string | null;
  readonly shortUrlPin: string | null;
}

/**
 * The result of one request that changes something. As for a redemption, `succeeded` and `declined`
 * need the issuer's explicit answer, and `not-sent` means that no byte can have left. `partial`
 * (207): a part was done, with the reason why the other part was not. `isCallerRejected`: the
 * request was refused for its token before its key was read, so it says nothing about earlier
 * requests with this key.
 */
export type ChangeResult<T> =
  | { readonly outcome: 'succeeded'; readonly value: T }
  | { readonly outcome: 'partial'; readonly value: T; readonly refusal: Refusal }
  | { readonly outcome: 'declined'; readonly refusal: Refusal; readonly isCallerRejected?: true }
  | { readonly outcome: 'not-configured' }
  | { readonly outcome: 'not-sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly isMismatch?: true };

/**
 * A capture to refund as a whole. `scope` is the first part of the refund handle; `ref` is the
 * voucher's.
 */
export interface RefundOrder {
  readonly scope: string;
  readonly captureId: string;
  readonly ref: string;
}

/**
 * One row of the issuer's transaction search. Times are milliseconds UTC of the issuer's clock;
 * null if a field was missing or odd.
 */
export interface IssuerTransaction {
  readonly transactionId: string;
  readonly type: 'authorization' | 'capture' | 'refund' | 'other';
  readonly rawType: string;
  /** What `rawStatus` proves. */
  readonly status: RowStatus;
  readonly rawStatus: string;
  readonly mid: string;
  /** Minor units or items, as the issuer gave it. */
  readonly amount: number | null;
  readonly currency: string;
  readonly createdAt: number | null;
  readonly lastUpdatedAt: number | null;
  readonly vouchers: readonly {
    readonly ref: string;
    readonly usingValue: number | null;
    /** Read for the doctor only; not stored. */
    readonly productClass?: string | null;
    readonly productCode: string | null;
    readonly productLabel: string | null;
    readonly actions: readonly {
      readonly ref: string;
      readonly type: string;
      readonly status: string;
      readonly codes: readonly string[];
      readonly at: number | null;
    }[];
  }[];
}

/** A period of the issuer's time, milliseconds UTC, inclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Rows of one page of the search: a page that arrives quickly, or one of many rows. A service may
 * return fewer.
 */
export type PageSize = 'few' | 'many';

/**
 * The issuer's functions for redeeming, refunding and settling. Each call is sent to one fixed host
 * and path; none follows redirects.
 */
export interface Issuer {
  /** State of a voucher by its displayed ref, from the interface that `CHECK_SOURCE` names. */
  checkByRef(ref: string, signal?: AbortSignal): Promise<IssuerReply<VoucherState>>;
  /** State of a voucher by the id at the end of its link: GET /v3/vouchers/{id}. */
  checkByVoucherId(voucherId: string, signal?: AbortSignal): Promise<IssuerReply<VoucherState>>;
  /**
   * POST /v1/transactions, once, on a fresh connection, never retried. `onFirstByte` is called just
   * before the first byte may leave; if it throws, nothing is sent.
   */
  redeem(order: RedeemOrder, onFirstByte: () => void): Promise<RedeemOutcome>;
  /** POST /v1/transactions/{scope}-{captureId}/actions/refund. */
  refund(
    order: RefundOrder,
    onFirstByte?: () => void,
  ): Promise<
    ChangeResult<{ readonly refundId: string; readonly mid: string | null; readonly vouchers: readonly VoucherInfo[] }>
  >;
  /**
   * One page of POST /v1/transactions/actions/search, newest first; `absent` for a page after the
   * first that is beyond the end.
   */
  searchPage(
    period: Period,
    pageIndex: number,
    signal?: AbortSignal,
    size?: PageSize,
  ): Promise<IssuerReply<readonly IssuerTransaction[]>>;
  /**
   * Offset of the issuer's clock from the latest answer with a `Date` header; null before the
   * first, less exact if our clock was set since.
   */
  clockOffset(): ClockOffset | null;
  /**
   * Time until a redemption, refund, activation or search may be sent, milliseconds; 0 unless the
   * issuer requested a pause. Until then none is sent, whatever a caller requests.
   */
  pauseMs(): number;
}
