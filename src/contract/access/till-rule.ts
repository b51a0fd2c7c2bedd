import * as z from 'zod/mini';
import { AMOUNT_MAX } from '../money/limits.ts';
import { NO_RECEIPTS, type ReceiptRule } from '../redemption/sale-facts.ts';
import { ANY_NUMBER, type NumberShapes } from '../voucher/number-shapes.ts';

/** The meaning of digits alone in an amount typed at a till: `80` is 80.00, or 0.80. */
export const typedAmountsSchema = z.enum(['units', 'cents']);
export type TypedAmounts = z.infer<typeof typedAmountsSchema>;

/**
 * The till asks for confirmation of an amount due above this, minor units: it may be a voucher's
 * number.
 */
export const confirmAboveDueSchema = z.int().check(z.minimum(1), z.maximum(AMOUNT_MAX));

/** How empty vouchers are handled. */
export const emptyVouchersSchema = z.enum(['back', 'keep']);

export interface TillRule extends ReceiptRule {
  readonly typedAmounts: TypedAmounts;
  readonly askAboveDue: number;
  readonly emptyVouchers: z.infer<typeof emptyVouchersSchema>;
  readonly numberShapes: NumberShapes;
}

/** The defaults. */
export const USUAL_RULE: TillRule = {
  ...NO_RECEIPTS,
  typedAmounts: 'units',
  askAboveDue: 1_000_000,
  emptyVouchers: 'back',
  numberShapes: ANY_NUMBER,
};
