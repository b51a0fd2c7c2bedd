import * as z from 'zod/mini';
import { NO_RECEIPTS, type ReceiptRule, receiptShapeSchema, receiptUseSchema } from '../../../contract/sale-facts.ts';

const NAME = 'tillside.receipts';
const ruleSchema = z.object({ receiptUse: receiptUseSchema, receiptShape: receiptShapeSchema });

/**
 * Keeps what the shop says of receipt numbers, so that the first scan after a start is understood
 * too.
 *
 * Where nothing can be kept, it comes later.
 */
export function keepReceiptRule({ receiptUse, receiptShape }: ReceiptRule): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ receiptUse, receiptShape }));
  } catch {
    // The server says it again after the next start.
  }
}

/** What this device heard of it last. */
export function lastReceiptRule(): ReceiptRule {
  try {
    return ruleSchema.parse(JSON.parse(localStorage.getItem(NAME) ?? ''));
  } catch {
    // Nothing was kept, or not by this version: the server will say it.
    return NO_RECEIPTS;
  }
}
