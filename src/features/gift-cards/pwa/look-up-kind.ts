import { LIMITS } from '../../../contract/access/limits.ts';
import { isRefLike } from '../../../contract/voucher/ref-shape.ts';

/** Fewer digits are no voucher code. */
const CODE_DIGITS_MIN = 8;

/**
 * Tells a card's secret code from its printed number by the form of the text. Only the user can
 * tell `either`; a code must not be looked up as a number, because numbers are stored.
 * @param digits lengths that are known to be sequence numbers in this shop
 */
export function lookUpKind(text: string, digits: readonly number[]): 'code' | 'number' | 'either' {
  if (!/^\d+$/.test(text) || text.length > LIMITS.sequenceDigitsMax) return 'code';
  if (text.length < CODE_DIGITS_MIN) return 'number';
  if (digits.includes(text.length)) return isRefLike(text) ? 'either' : 'number';
  return digits.length === 0 ? 'either' : 'code';
}
