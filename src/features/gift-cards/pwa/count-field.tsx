import { Check } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../../pwa/ui/field.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useAfterPress } from '../../../pwa/ui/use-after-press.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

interface CountFieldProps extends Pick<ComponentProps<'input'>, 'onKeyDown'> {
  readonly value: string;
  /** The number of cards between the two numbers; null while it is unknown. */
  readonly cards: number | null;
  readonly onCount: (text: string) => void;
}

/**
 * The number of cards counted by hand.
 *
 * Validated when typing ends. A wrong count stays, so that it can be corrected.
 */
export function CountField({ value, cards, onCount, onKeyDown }: CountFieldProps) {
  const activate = usePageMessages('gift-cards');
  const [isTyping, setTyping] = useState(false);
  const afterPress = useAfterPress();
  const isJudged = !isTyping && value !== '' && cards !== null;
  const isRight = /^\d+$/.test(value) && Number(value) === cards;
  return (
    <div className="grid gap-2">
      <Field
        label={activate.count}
        inputMode="numeric"
        spellCheck={false}
        maxLength={6}
        value={value}
        aria-invalid={isJudged && !isRight}
        onChange={({ target }) => {
          setTyping(true);
          onCount(target.value);
        }}
        onBlur={() => afterPress(() => setTyping(false))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) setTyping(false);
          onKeyDown?.(event);
        }}
      />
      {isJudged && isRight && (
        <p role="status" className="flex items-center gap-2 text-label font-medium text-done-ink">
          <Check aria-hidden strokeWidth={2} size={18} />
          {activate.countRight}
        </p>
      )}
      {isJudged && !isRight && <Notice tone="refused">{activate.miscounted(value, activate.cards(cards))}</Notice>}
    </div>
  );
}
