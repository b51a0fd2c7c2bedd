import type { CardSpan } from '../../contract/activation.ts';
import { doubtfulNumbers } from '../../contract/card-code.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Issuer } from '../issuer/port.ts';
import { cardCode } from './problems.ts';

/**
 * Asked before ranges go to the issuer. A number that may be the code of a card is looked up: where
 * the issuer knows a voucher by it, it is one, whatever anybody says; where the issuer cannot be
 * asked, somebody has to have confirmed it.
 * @throws Problem 400 `card-code`
 */
export type RefuseCardCodes = (ranges: readonly CardSpan[], isConfirmed: boolean) => Promise<void>;

/** So many are looked up at a time. */
const AT_ONCE = 4;

export function createRefuseCardCodes({ issuer }: { readonly issuer: Pick<Issuer, 'checkByRef'> }): RefuseCardCodes {
  return async (ranges, isConfirmed) => {
    const lookedUp = doubtfulNumbers(ranges).slice(0, LIMITS.cardCodesLookedUpMax);
    for (let start = 0; start < lookedUp.length; start += AT_ONCE) {
      const asked = await Promise.all(
        lookedUp.slice(start, start + AT_ONCE).map((number) => issuer.checkByRef(number)),
      );
      const isCode = asked.some(({ outcome }) => outcome === 'found' || (outcome !== 'absent' && !isConfirmed));
      if (isCode) throw cardCode();
    }
  };
}
