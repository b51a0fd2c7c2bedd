import * as z from 'zod/mini';
import {
  confirmAboveDueSchema,
  emptyVouchersSchema,
  type TillRule,
  typedAmountsSchema,
  USUAL_RULE,
} from '../../../contract/access/till-rule.ts';
import { receiptShapeSchema, receiptUseSchema } from '../../../contract/redemption/sale-facts.ts';

const NAME = 'tillside.rule';
const ruleSchema = z.object({
  receiptUse: receiptUseSchema,
  receiptShape: receiptShapeSchema,
  typedAmounts: typedAmountsSchema,
  askAboveDue: confirmAboveDueSchema,
  emptyVouchers: emptyVouchersSchema,
});

/**
 * Keeps what the shop has set for its tills. The first key and scan after a start are understood
 * too.
 *
 * Where nothing can be kept, it comes later.
 */
export function keepRule(rule: TillRule): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(ruleSchema.parse(rule)));
  } catch {
    // The server says it again after the next start.
  }
}

/** What this device heard of it last. */
export function lastRule(): TillRule {
  try {
    return ruleSchema.parse(JSON.parse(localStorage.getItem(NAME) ?? ''));
  } catch {
    // Nothing was kept, or not by this version: the server will say it.
    return USUAL_RULE;
  }
}
