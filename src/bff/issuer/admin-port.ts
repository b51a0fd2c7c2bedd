import type { VoucherInfo } from '../../contract/redemption/tender.ts';
import type { Refusal } from '../../contract/voucher/refusal.ts';
import type { IssuerReply, VoucherState } from './port.ts';

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
 * Vouchers to issue, 1 to 20. The key is a UUID v4 for this order: reused after a lost reply, new
 * for a remainder.
 */
export interface IssueOrder {
  readonly productCode: string;
  readonly quantity: number;
  /** Minor units, for open-value products. */
  readonly faceValue?: number;
  readonly clientReference?: string;
  readonly idempotencyKey: string;
}

/** Sequence numbers of physical vouchers as printed, inclusive: leading zeros count. */
export interface SequenceRange {
  readonly start: string;
  readonly end: string;
}

/**
 * A capture to refund as a whole. `scope` is the first part of the refund handle; `ref` is the
 * voucher's.
 */
export interface RefundOrder {
  readonly scope: string;
  readonly captureId: string;
  readonly ref: string;
}

export interface IssuerAdmin {
  /** GET /v3/products. */
  catalogue(signal?: AbortSignal): Promise<IssuerReply<readonly Product[]>>;
  /** GET /v3/products/{code}. */
  product(code: string, signal?: AbortSignal): Promise<IssuerReply<Product>>;
  /**
   * GET /v3/vouchers?id=…, 1 to 20 ids. Ids that the issuer does not know are omitted from its
   * answer or make it fail.
   */
  vouchersById(voucherIds: readonly string[], signal?: AbortSignal): Promise<IssuerReply<readonly ClientVoucher[]>>;
  /** POST /v3/products/{code}. */
  issue(
    order: IssueOrder,
  ): Promise<ChangeResult<{ readonly requestId: string | null; readonly vouchers: readonly ClientVoucher[] }>>;
  /**
   * POST /v1/vouchers/actions/activate. The id of a success may be empty, so never use it as a key.
   * `canDeactivate`: the issuer offers to reverse it.
   */
  activate(
    range: SequenceRange,
    onFirstByte?: () => void,
  ): Promise<
    ChangeResult<{ readonly activationId: string | null; readonly mid: string | null; readonly canDeactivate: boolean }>
  >;
  /** POST /v1/vouchers/actions/deactivate. */
  deactivate(range: SequenceRange, onFirstByte?: () => void): Promise<ChangeResult<{ readonly mid: string | null }>>;
  /** POST /v1/transactions/{scope}-{captureId}/actions/refund. */
  refund(
    order: RefundOrder,
    onFirstByte?: () => void,
  ): Promise<
    ChangeResult<{ readonly refundId: string; readonly mid: string | null; readonly vouchers: readonly VoucherInfo[] }>
  >;
}
