import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import type { Refusal } from '../../../contract/voucher/refusal.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { CardSpan } from '../contract/activation.ts';

/** So many cards are named one by one. */
const NUMBERS_SHOWN = 6;

/** Names for ranges and refusals in the language on the screen. */
export function useNames() {
  const activate = usePageWords('gift-cards');
  const { verdict } = useWords();
  /** One number where first and last are the same card. */
  const span = ({ start, end }: CardSpan) => (start === end ? start : activate.span(start, end));
  return {
    span,
    /**
     * What a list comes to in a few words: cards, and from where to where or in how many ranges.
     */
    list: (ranges: readonly CardRange[]) => {
      const [only] = ranges;
      const where = ranges.length === 1 && only ? span(only) : activate.ranges(ranges.length);
      return `${activate.cards(cardsIn(ranges))} · ${where}`;
    },
    /** Single cards by their numbers; of many the first ones. */
    numbers: (ranges: readonly CardSpan[]) => {
      const shown = ranges.slice(0, NUMBERS_SHOWN).map(({ start }) => start);
      return [...shown, ...(ranges.length > NUMBERS_SHOWN ? ['…'] : [])].join(', ');
    },
    refusal: ({ reason, issuerCode }: Refusal) => {
      const { title } = verdict.refusals[reason];
      return issuerCode === null ? title : `${title} (${verdict.issuerCode(issuerCode)})`;
    },
  };
}
