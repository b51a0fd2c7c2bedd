import type { VoucherInfo } from '../../contract/redemption/tender.ts';
import type { Refusal } from '../../contract/voucher/refusal.ts';
import type { Asked, VoucherState } from './port.ts';

/** A product of the catalogue. Flags are null where the service did not tell. */
export interface Product {
  readonly code: string;
  readonly name: string;
  /** False: its vouchers count items. */
  readonly isValueBased: boolean | null;
  /** True: issuing needs a face value. */
  readonly isOpenValue: boolean | null;
  readonly isStatusAvailable: boolean | null;
  /** False: one redemption consumes the whole voucher. */
  readonly isMultipleUse: boolean | null;
  readonly currency: string | null;
  /** Face value, minor units, of a product that has one. */
  readonly amount: number | null;
  readonly description: string | null;
  readonly termsAndConditions: string | null;
}

/**
 * A voucher of the client API: its state, and what its holder gets.
 *
 * All of it is as good as money.
 */
export interface ClientVoucher extends VoucherState {
  readonly voucherId: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly shortUrl: string | null;
  readonly shortUrlPin: string | null;
}

/**
 * What one request that changes something came to. As for a redemption: `succeeded` and `declined`
 * only on the issuer's own word, `not-sent` only where no byte can have left. `partial` (207): some
 * was done, and why the rest was not.
 */
export type Done<T> =
  | { readonly outcome: 'succeeded'; readonly value: T }
  | { readonly outcome: 'partial'; readonly value: T; readonly refusal: Refusal }
  | { readonly outcome: 'declined'; readonly refusal: Refusal }
  | { readonly outcome: 'not-configured' }
  | { readonly outcome: 'not-sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly isMismatch?: true };

/**
 * Vouchers to issue, 1 to 20.
 *
 * The key is a UUID v4 of this very order: the same again for a lost reply, a new one for a
 * remainder.
 */
export interface IssueOrder {
  readonly productCode: string;
  readonly quantity: number;
  /** Minor units, for open-value products. */
  readonly faceValue?: number;
  readonly clientReference?: string;
  readonly idempotencyKey: string;
}

/** Sequence numbers of physical vouchers, both ends included, as printed: leading zeros count. */
export interface SequenceRange {
  readonly start: string;
  readonly end: string;
}

/**
 * A capture to take back as a whole.
 *
 * `scope` is the first part of the refund handle; `ref` the voucher's.
 */
export interface RefundOrder {
  readonly scope: string;
  readonly captureId: string;
  readonly ref: string;
}

/** What Tillside needs from the issuer beyond redeeming: selling, activating, taking back. */
export interface IssuerAdmin {
  /** GET /v3/products. */
  catalogue(signal?: AbortSignal): Promise<Asked<readonly Product[]>>;
  /** GET /v3/products/{code}. */
  product(code: string, signal?: AbortSignal): Promise<Asked<Product>>;
  /**
   * GET /v3/vouchers?id=…, 1 to 20 ids; ids that the issuer does not know are left out of its
   * answer or fail it.
   */
  vouchersById(voucherIds: readonly string[], signal?: AbortSignal): Promise<Asked<readonly ClientVoucher[]>>;
  /** POST /v3/products/{code}. */
  issue(
    order: IssueOrder,
  ): Promise<Done<{ readonly requestId: string | null; readonly vouchers: readonly ClientVoucher[] }>>;
  /**
   * POST /v1/vouchers/actions/activate.
   *
   * A success may come with an empty id: never key on it. `canDeactivate`: it offers to take it
   * back.
   */
  activate(
    range: SequenceRange,
    onFirstByte?: () => void,
  ): Promise<
    Done<{ readonly activationId: string | null; readonly mid: string | null; readonly canDeactivate: boolean }>
  >;
  /** POST /v1/vouchers/actions/deactivate. */
  deactivate(range: SequenceRange, onFirstByte?: () => void): Promise<Done<{ readonly mid: string | null }>>;
  /** POST /v1/transactions/{scope}-{captureId}/actions/refund. */
  refund(
    order: RefundOrder,
    onFirstByte?: () => void,
  ): Promise<
    Done<{ readonly refundId: string; readonly mid: string | null; readonly vouchers: readonly VoucherInfo[] }>
  >;
}
