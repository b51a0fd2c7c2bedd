import * as z from 'zod/mini';
import {
  confirmAboveDueSchema,
  emptyVouchersSchema,
  type TillRule,
  typedAmountsSchema,
  USUAL_RULE,
} from '../../../contract/access/till-rule.ts';
import { receiptShapeSchema, receiptUseSchema } from '../../../contract/redemption/sale-facts.ts';
import { ANY_NUMBER, numberShapesSchema } from '../../../contract/voucher/number-shapes.ts';

const NAME = 'tillside.rule';
const ruleSchema = z.object({
  receiptUse: receiptUseSchema,
  receiptShape: receiptShapeSchema,
  typedAmounts: typedAmountsSchema,
  askAboveDue: confirmAboveDueSchema,
  emptyVouchers: emptyVouchersSchema,
  numberShapes: z.catch(numberShapesSchema, ANY_NUMBER),
});

/**
 * Stores the shop's settings for tills, so that the first key and scan after a start are read
 * correctly. A failure to store them is harmless.
 */
export function saveRule(rule: TillRule): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(ruleSchema.parse(rule)));
  } catch {
    // The server sends the settings again after the next start.
  }
}

/** The last known settings of this device. */
export function readLastRule(): TillRule {
  try {
    return ruleSchema.parse(JSON.parse(localStorage.getItem(NAME) ?? ''));
  } catch {
    // The stored settings are missing or unreadable; the server sends them.
    return USUAL_RULE;
  }
}
