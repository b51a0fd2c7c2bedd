import { lastFour } from '../../../contract/voucher/voucher.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { CodeFault } from './card-faults.ts';
import { usualDigits } from './draft.ts';
import { useActivating } from './use-activate.ts';

interface CodeNoticeProps {
  readonly fault: CodeFault;
  /** The number that is in doubt; only its last four are shown. */
  readonly number: string;
  /** Somebody says that it is a sequence number. */
  readonly onVouch: () => void;
}

/**
 * Where the code of a card came instead of its sequence number, or may have: what is wanted, and a
 * question where only a person can tell.
 */
export function CodeNotice({ fault, number, onVouch }: CodeNoticeProps) {
  const { codes } = usePageWords('gift-cards');
  const digits = usualDigits(useActivating().draft);
  if (fault === 'card-code') return <Notice tone="refused">{codes.card(digits)}</Notice>;
  return (
    <div className="grid justify-items-start gap-2">
      <Notice tone="attention">{codes.maybe(lastFour(number), digits)}</Notice>
      <Button onClick={onVouch}>{codes.itIsANumber}</Button>
    </div>
  );
}
