import type { Issuer } from '../../../bff/issuer/port.ts';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { checkInEitherCase } from '../../../bff/redemption/check/resolve.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type CardRange, cardsIn } from '../../../contract/redemption/activation-request.ts';
import { type CardSpan } from '../contract/activation.ts';
import { doubtfulNumbers, listed } from '../contract/card-code.ts';
import { badRange, cardCode } from './problems.ts';

/**
 * Checks ranges before they are sent to the issuer. A number that may be the code of a card is
 * looked up: if the issuer knows a voucher by it, it is one, even if a person confirmed otherwise.
 * Without an answer of the issuer, a person has to have confirmed it.
 * @throws Problem 400 `card-code`
 */
export type RefuseCardCodes = (ranges: readonly CardSpan[], isConfirmed: boolean) => Promise<void>;

const AT_ONCE = 4;

export function createRefuseCardCodes({ issuer }: { readonly issuer: Pick<Issuer, 'checkByRef'> }): RefuseCardCodes {
  return async (ranges, isConfirmed) => {
    const sampled = doubtfulNumbers(ranges).slice(0, LIMITS.cardCodesLookedUpMax);
    for (let start = 0; start < sampled.length; start += AT_ONCE) {
      const replies = await Promise.all(
        sampled.slice(start, start + AT_ONCE).map((number) => checkInEitherCase(issuer, number)),
      );
      const isCode = replies.some(({ outcome }) => outcome === 'found' || (outcome !== 'absent' && !isConfirmed));
      if (isCode) throw cardCode();
    }
  };
}

/**
 * Compares the single card of a list with its printed number. A code stuck over another one would
 * activate another person's card. Both numbers are recorded in the trail.
 * @throws Problem 409 `perhaps-tampered`, 400 `bad-range` for a list of several cards
 */
export async function assertPrinted(
  audit: Pick<Audit, 'write'>,
  by: Caller,
  ranges: readonly CardRange[],
  printed: string,
): Promise<void> {
  const [card] = ranges;
  if (card === undefined || cardsIn(ranges) !== 1) throw badRange({ field: 'printed', range: null });
  if (card.start.endsWith(printed)) return;
  const { start } = listed(card, 'waiting');
  await audit.write({ by, action: 'card.set-aside', details: { numbers: start, printed: `··${printed}` } });
  throw refuse('perhaps-tampered');
}
