import { lastFour } from '../../../contract/voucher/voucher.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { CodeFault } from './card-faults.ts';
import { usualDigits } from './draft.ts';
import { useActivating } from './use-activate.ts';

interface CodeNoticeProps {
  readonly fault: CodeFault;
  /** The number that may be a card's code; only its last four digits are shown. */
  readonly number: string;
  /** Called if the user confirms that the number is a sequence number. */
  readonly onVouch: () => void;
}

/**
 * Explains that a card's code was entered instead of its sequence number, or asks if only the user
 * can tell.
 */
export function CodeNotice({ fault, number, onVouch }: CodeNoticeProps) {
  const { codes } = usePageMessages('gift-cards');
  const digits = usualDigits(useActivating().draft);
  if (fault === 'card-code') return <Notice tone="refused">{codes.card(digits)}</Notice>;
  return (
    <div className="grid justify-items-start gap-2">
      <Notice tone="attention">{codes.maybe(lastFour(number), digits)}</Notice>
      <Button onClick={onVouch}>{codes.itIsANumber}</Button>
    </div>
  );
}
