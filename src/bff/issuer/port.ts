import type { Worth } from '../../contract/money/money.ts';
import type { VoucherInfo } from '../../contract/redemption/tender.ts';
import type { Refusal } from '../../contract/voucher/refusal.ts';
import type { Sources, VoucherStatus } from '../../contract/voucher/voucher.ts';

/**
 * What the issuer's clock says against ours, from a `Date` header: issuer time = our time + offset,
 * right within ± error.
 */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly errorMs: number;
}

/** One voucher as the issuer sees it now, from whichever of its interfaces was asked. */
export interface VoucherState {
  readonly ref: string;
  readonly status: VoucherStatus;
  /** The issuer's own word; null when the interface has none. */
  readonly rawStatus: string | null;
  /** What `holds` is worth; null where nobody confirmed that, see `toldBy`. */
  readonly remaining: Worth | null;
  /**
   * The bare number that the issuer gave, minor units or items; enough to compare with itself
   * later.
   */
  readonly holds: number | null;
  /**
   * What the voucher counts, see `unitOf`; null where nobody said whether that is money, of which
   * currency, or items.
   */
  readonly unit: string | null;
  /** Last instant at which it can be used, milliseconds UTC; null when not told. */
  readonly expiresAt: number | null;
  readonly product: { readonly code: string; readonly name: string } | null;
  readonly singleUse: boolean | null;
  /**
   * What every voucher of its product holds at first, in minor units or items. The catalogue tells
   * it; not there where nobody told that.
   */
  readonly faceValue?: number;
  /** Which interface told the state. */
  readonly source: 'legacy' | 'merchant' | 'client';
  /** Which told each of the statements. */
  readonly sources: Sources;
  /** Only one of two answers is in it. Asked anew, the issuer may tell more. */
  readonly isPart?: true;
}

/**
 * Answer to a question that takes no money.
 *
 * `absent` is the issuer's word that there is no such thing. `retryAfterMs` is the pause that it
 * wants, or that one of its two interfaces wants.
 */
export type Asked<T> =
  | { readonly outcome: 'found'; readonly value: T; readonly retryAfterMs?: number }
  | { readonly outcome: 'absent'; readonly retryAfterMs?: number }
  /** This server has no credentials or address for the interface that could answer. */
  | { readonly outcome: 'not-configured' }
  /**
   * No answer, or none that could be understood; the reason is for logs and evidence and holds no
   * ref and no secret.
   */
  | { readonly outcome: 'unclear'; readonly reason: string; readonly retryAfterMs?: number };

/** What to take, from which voucher. */
export interface RedeemOrder {
  readonly ref: string;
  readonly worth: Worth;
  readonly returnVouchersInfo: boolean;
  /**
   * What the voucher held right before, in the unit of `worth`; null or absent where that is not
   * known. A partial capture is compared with it.
   */
  readonly heldBefore?: number | null;
}

/**
 * What one redemption attempt came to. `captured` and `declined` are said only where the issuer
 * said so in its own format; `not-sent` only where no byte of the request can have left; everything
 * else is `unknown`, because money may have been taken. `isMismatch`: the answer does not belong to
 * the request, or contradicts itself.
 */
export type RedeemOutcome =
  | {
      readonly outcome: 'captured';
      readonly captureId: string;
      readonly authorizationId: string | null;
      readonly mid: string | null;
      readonly captured: Worth;
      readonly vouchers: readonly VoucherInfo[];
      /**
       * What the voucher counts, see `unitOf`, as the answer tells it; not there where it does not.
       */
      readonly unit?: string;
      /** `{scope}-{captureId}` of the refund link, where one was given and matched the pattern. */
      readonly refundHandle: string | null;
    }
  | { readonly outcome: 'declined'; readonly refusal: Refusal }
  | { readonly outcome: 'not-sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly isMismatch?: true };

/**
 * One row of the issuer's transaction search.
 *
 * Times are milliseconds UTC of the issuer's clock; null where a field was missing or odd.
 */
export interface IssuerTransaction {
  readonly transactionId: string;
  readonly type: 'authorization' | 'capture' | 'refund' | 'other';
  readonly rawType: string;
  /**
   * True when the status word says success, false when it says otherwise, null when it is not a
   * known word.
   */
  readonly succeeded: boolean | null;
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

/** A period of the issuer's time, milliseconds UTC, both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Rows of one page of the search: a page that is there soon, or one of many rows.
 *
 * A service may make either smaller.
 */
export type PageSize = 'few' | 'many';

/**
 * What Tillside needs from the issuer for redeeming and settling.
 *
 * Each call goes to one fixed host and path; none follows redirects.
 */
export interface Issuer {
  /** State of a voucher by the ref displayed on it, through what `CHECK_SOURCE` names. */
  checkByRef(ref: string, signal?: AbortSignal): Promise<Asked<VoucherState>>;
  /** State of a voucher by the id at the end of its link: GET /v3/vouchers/{id}. */
  checkByVoucherId(voucherId: string, signal?: AbortSignal): Promise<Asked<VoucherState>>;
  /**
   * POST /v1/transactions, once, on a fresh connection, never retried.
   *
   * `onFirstByte` is called right before the first byte may leave; throwing from it leaves nothing
   * sent.
   */
  redeem(order: RedeemOrder, onFirstByte: () => void): Promise<RedeemOutcome>;
  /**
   * One page of POST /v1/transactions/actions/search, newest first; `absent` for a page after the
   * first that lies behind the end.
   */
  searchPage(
    period: Period,
    pageIndex: number,
    signal?: AbortSignal,
    size?: PageSize,
  ): Promise<Asked<readonly IssuerTransaction[]>>;
  /**
   * Offset of the issuer's clock from the latest answer with a `Date` header; null before the
   * first, less exact when our clock was set since.
   */
  clockOffset(): ClockOffset | null;
}
