import { isProductCode } from '../../../contract/voucher/product-code.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { RecentCodes } from './recent-codes.ts';

const PRODUCT_CODES_PER_GUESS = 5;

/**
 * Tells wrong codes that count from ordinary mistakes: the same code again is no new guess, and of
 * product codes only every {@link PRODUCT_CODES_PER_GUESS}th counts, because people scan the goods
 * on the counter.
 */
export function createWrongGuesses(absent: RecentCodes): (caller: Caller, name: string, code: string) => boolean {
  /** Product codes on a device since the last one that counted. */
  const productCodes = new Map<string, number>();
  return ({ device }, name, code) => {
    if (absent.has(name, code)) return false;
    absent.add(name, code);
    if (!isProductCode(code)) return true;
    const count = ((productCodes.get(device.id) ?? 0) + 1) % PRODUCT_CODES_PER_GUESS;
    productCodes.set(device.id, count);
    return count === 0;
  };
}
