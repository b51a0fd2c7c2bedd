import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { hasShape } from '../voucher/extra-codes.ts';

/** How a code came in: by which device, by hand, or from a program. */
export const entrySchema = z.enum(['camera', 'wedge', 'hid', 'serial', 'typed', 'paste', 'picture', 'api']);
export type CodeEntry = z.infer<typeof entrySchema>;

const SCANNED: readonly (string | null)[] = ['camera', 'wedge', 'hid', 'serial', 'picture'] satisfies CodeEntry[];

/** Whether a device read the code. What was pasted, or came without saying how, counts as typed. */
export function isScanned(entry: CodeEntry | null): boolean {
  return SCANNED.includes(entry);
}

/**
 * The number that the shop's register gives a sale: visible characters, without spaces around them.
 */
export const receiptNoSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LIMITS.receiptNoCharsMax), z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u));

/** Whether redemptions name the register's receipt number. */
export const receiptUseSchema = z.enum(['off', 'offered', 'required']);

/**
 * What receipt numbers look like, which tells them from vouchers when they are scanned: `#` is a
 * digit, `@` a letter, one `*` anything; every other character is itself. Empty: they are typed
 * only. `*` alone would be every voucher too.
 */
export const receiptShapeSchema = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.receiptNoCharsMax), z.regex(/^(?!\*$)[^*\p{Cc}\p{Cf}]*\*?[^*\p{Cc}\p{Cf}]*$/u));

/** What a shop says of receipt numbers. */
export interface ReceiptRule {
  readonly receiptUse: z.infer<typeof receiptUseSchema>;
  readonly receiptShape: string;
}

/** Before anybody has said anything. */
export const NO_RECEIPTS: ReceiptRule = { receiptUse: 'off', receiptShape: '' };

/** The receipt number that a code is; null where it is none, so that it may be a voucher. */
export function receiptNoIn({ receiptUse, receiptShape }: ReceiptRule, text: string): string | null {
  if (receiptUse === 'off' || receiptShape === '') return null;
  const receiptNo = receiptNoSchema.safeParse(text);
  return receiptNo.success && hasShape(receiptShape, receiptNo.data) ? receiptNo.data : null;
}
