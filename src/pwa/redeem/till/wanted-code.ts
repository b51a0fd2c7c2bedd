import type { TillRule } from '../../../contract/access/till-rule.ts';
import { receiptNoIn } from '../../../contract/redemption/sale-facts.ts';
import { fitsNumberShapes } from '../../../contract/voucher/number-shapes.ts';
import { parseCode } from '../../../contract/voucher/voucher.ts';

/**
 * False for a number of another shape than the shop's vouchers have, such as a product code: the
 * camera does not report it. Receipt numbers and links are reported.
 */
export function isWantedAtTill(rule: TillRule, text: string): boolean {
  const parsed = parseCode(text);
  if (parsed.kind !== 'ref' || receiptNoIn(rule, text) !== null) return true;
  return fitsNumberShapes(rule.numberShapes, parsed.ref);
}
