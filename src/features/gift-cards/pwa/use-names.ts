import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import type { Refusal } from '../../../contract/voucher/refusal.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { CardSpan } from '../contract/activation.ts';
import { NUMBERS_MAX } from './limits.ts';

/** Texts for ranges and refusals in the current language. */
export function useNames() {
  const activate = usePageMessages('gift-cards');
  const { verdict } = useMessages();
  /** One number if first and last are the same card. */
  const span = ({ start, end }: CardSpan) => (start === end ? start : activate.span(start, end));
  return {
    span,
    /**
     * A list in a few words: the number of cards, and first and last number or the number of
     * ranges.
     */
    list: (ranges: readonly CardRange[]) => {
      const [only] = ranges;
      const where = ranges.length === 1 && only ? span(only) : activate.ranges(ranges.length);
      return `${activate.cards(cardsIn(ranges))} · ${where}`;
    },
    /** Formats the numbers of single cards; of many cards, only the first ones. */
    numbers: (ranges: readonly CardSpan[]) => {
      const first = ranges.slice(0, NUMBERS_MAX).map(({ start }) => start);
      return [...first, ...(ranges.length > NUMBERS_MAX ? ['…'] : [])].join(', ');
    },
    refusal: ({ reason, issuerCode }: Refusal) => {
      const { title } = verdict.refusals[reason];
      return issuerCode === null ? title : `${title} (${verdict.issuerCode(issuerCode)})`;
    },
  };
}
