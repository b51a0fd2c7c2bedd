import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { hasShape } from '../voucher/extra-codes.ts';

/** The entry method of a code: a device, by hand, or from a program. */
export const entrySchema = z.enum(['camera', 'wedge', 'hid', 'serial', 'typed', 'paste', 'picture', 'api']);
export type CodeEntry = z.infer<typeof entrySchema>;

const SCANNED: readonly (string | null)[] = ['camera', 'wedge', 'hid', 'serial', 'picture'] satisfies CodeEntry[];

/**
 * True if a device read the code. Pasted codes, and codes without an entry method, count as typed.
 */
export function isScanned(entry: CodeEntry | null): boolean {
  return SCANNED.includes(entry);
}

/** The register's number of a sale: visible characters, trimmed. */
export const receiptNoSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LIMITS.receiptNoCharsMax), z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u));

export const receiptUseSchema = z.enum(['off', 'offered', 'required']);

/**
 * The pattern of receipt numbers, to distinguish them from vouchers when scanned. `#` is a digit,
 * `@` a letter, and one `*` any text; every other character matches itself. If empty, receipt
 * numbers can only be typed. A lone `*` is refused, because it would match every voucher.
 */
export const receiptShapeSchema = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.receiptNoCharsMax), z.regex(/^(?!\*$)[^*\p{Cc}\p{Cf}]*\*?[^*\p{Cc}\p{Cf}]*$/u));

export interface ReceiptRule {
  readonly receiptUse: z.infer<typeof receiptUseSchema>;
  readonly receiptShape: string;
}

/** The default. */
export const NO_RECEIPTS: ReceiptRule = { receiptUse: 'off', receiptShape: '' };

/** Returns the receipt number in a code; null for other codes, which may be vouchers. */
export function receiptNoIn({ receiptUse, receiptShape }: ReceiptRule, text: string): string | null {
  if (receiptUse === 'off' || receiptShape === '') return null;
  const receiptNo = receiptNoSchema.safeParse(text);
  return receiptNo.success && hasShape(receiptShape, receiptNo.data) ? receiptNo.data : null;
}
