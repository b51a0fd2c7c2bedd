import { CornerDownLeft } from 'lucide-react';
import type { Ref, SubmitEvent } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../words/words.tsx';
import { useTillStore } from '../till/use-till.tsx';

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Manual entry of a code. It is handled like a scan. */
export function CodeField({ ref, text, onText }: CodeFieldProps) {
  const { scan } = useMessages();
  const store = useTillStore();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    store.scan({ text, source: 'typed', at: Date.now() });
    onText('');
  };
  return (
    <form className="flex gap-2" onSubmit={send}>
      <input
        ref={ref}
        aria-label={scan.field}
        placeholder={scan.field}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        maxLength={LIMITS.codeCharsMax}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        className="min-h-12 min-w-0 flex-1 rounded-button border border-neutral-8 bg-neutral-2 px-3 text-neutral-12 placeholder:text-neutral-9"
      />
      <Button type="submit">
        {scan.check}
        <CornerDownLeft aria-hidden strokeWidth={1.75} size={18} />
      </Button>
    </form>
  );
}
