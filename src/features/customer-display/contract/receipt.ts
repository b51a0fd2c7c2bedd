import * as z from 'zod/mini';
import { voucherValueSchema } from '../../../contract/money/money.ts';

/** A digital receipt of a finished sale. It has no code of a voucher and no name of a person. */
export const digitalReceiptSchema = z.object({
  shop: z.string(),
  till: z.string(),
  /** The time of the last redemption, ISO 8601 UTC. */
  at: z.string(),
  vouchers: z.array(
    z.object({ last4: z.string(), taken: voucherValueSchema, remaining: z.nullable(voucherValueSchema) }),
  ),
});
export type DigitalReceipt = z.infer<typeof digitalReceiptSchema>;

/**
 * The text whose Ed25519 signature follows a receipt in its code, as `data.signature`. The prefix
 * distinguishes a receipt from other texts that the same key signs.
 * @param data the receipt as JSON, base64url
 */
export const signedTextOf = (data: string) => `tillside-receipt:${data}`;
