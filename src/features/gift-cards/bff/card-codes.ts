import type { Issuer } from '../../../bff/issuer/port.ts';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { checkInEachSpelling } from '../../../bff/redemption/check/resolve.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type CardRange, cardsIn } from '../../../contract/redemption/activation-request.ts';
import { type CardSpan } from '../contract/activation.ts';
import { doubtfulNumbers, maskCardCodes } from '../contract/card-code.ts';
import { badRange, mayBeSecretCode } from './problems.ts';

/**
 * Checks ranges before they are sent to the issuer. A number that may be the code of a card is
 * looked up: if the issuer knows a voucher with this code, the number is refused, even if a person
 * confirmed it as a sequence number. Without an answer of the issuer, that confirmation is
 * required.
 * @throws Problem 400 `card-code`
 */
export type RefuseCardCodes = (ranges: readonly CardSpan[], isConfirmed: boolean) => Promise<void>;

const PARALLEL_LOOKUPS = 4;

export function createRefuseCardCodes({ issuer }: { readonly issuer: Pick<Issuer, 'checkByRef'> }): RefuseCardCodes {
  return async (ranges, isConfirmed) => {
    const sampled = doubtfulNumbers(ranges).slice(0, LIMITS.cardCodesLookedUpMax);
    for (let start = 0; start < sampled.length; start += PARALLEL_LOOKUPS) {
      const replies = await Promise.all(
        sampled.slice(start, start + PARALLEL_LOOKUPS).map((number) => checkInEachSpelling(issuer, number)),
      );
      const isCode = replies.some(({ outcome }) => outcome === 'found' || (outcome !== 'absent' && !isConfirmed));
      if (isCode) throw mayBeSecretCode();
    }
  };
}

/**
 * Checks that the only card of a list has the number printed on it: a code stuck over the original
 * would activate another person's card. Both numbers are recorded in the trail.
 * @throws Problem 409 `perhaps-tampered`, 400 `bad-range` for a list of several cards
 */
export async function assertMatchesPrintedNumber(
  audit: Pick<Audit, 'write'>,
  by: Caller,
  ranges: readonly CardRange[],
  printed: string,
): Promise<void> {
  const [card] = ranges;
  if (card === undefined || cardsIn(ranges) !== 1) throw badRange({ field: 'printed', range: null });
  if (card.start.endsWith(printed)) return;
  const { start } = maskCardCodes(card, 'waiting');
  await audit.write({ by, action: 'card.set-aside', details: { numbers: start, printed: `··${printed}` } });
  throw refuse('perhaps-tampered');
}
