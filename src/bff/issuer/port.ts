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
 * The issuer's functions for redeeming and settling. Each call is sent to one fixed host and path;
 * none follows redirects.
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
