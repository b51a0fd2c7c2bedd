import { Delete, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useInitialMessages } from '../words/words.tsx';

export type KeypadKey =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '00'
  | '.'
  | ','
  | 'back'
  | 'clear'
  | 'add';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/**
 * The keys of a till: digits, and further ones in the last row and column.
 *
 * A tapped key takes no focus, because the next Enter would press it again, and a further digit
 * makes the amount ten times as large.
 */
export function Keypad({ onKey, onDone, keys, disabled = false }: KeypadProps) {
  const { common } = useInitialMessages();
  const contents: Partial<Record<KeypadKey, { label: string; content: ReactNode }>> = {
    back: { label: common.delete, content: <Delete aria-hidden strokeWidth={1.75} /> },
    add: {
      label: common.add,
      content: <KeyName icon={<Plus aria-hidden strokeWidth={1.75} />} name={common.addWord} />,
    },
    clear: { label: common.clear, content: <KeyName name={common.clear} /> },
    '.': { label: common.point, content: '.' },
    ',': { label: common.point, content: ',' },
  };
  return (
    <div role="group" aria-label={common.keypad} className="grid grid-cols-3 gap-2">
      {[...DIGITS, ...keys].map((key) => (
        <button
          key={key}
          type="button"
          disabled={disabled}
          aria-label={contents[key]?.label ?? key}
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || onDone === undefined) return;
            event.preventDefault();
            onDone();
          }}
          onClick={() => onKey(key)}
          className="flex min-h-12 items-center justify-center rounded-button bg-neutral-3 min-w-0 px-1 text-[min(1.75rem,8vw)] font-medium tabular-nums transition-colors hover:bg-neutral-4 active:bg-neutral-5 disabled:text-neutral-9 last:nth-[3n+2]:col-span-2 till:min-h-16 short:till:min-h-12"
        >
          {contents[key]?.content ?? key}
        </button>
      ))}
    </div>
  );
}

/** The name of a key without a sign. */
function KeyName({ icon, name }: { readonly icon?: ReactNode; readonly name: string }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center justify-center gap-x-1 text-[min(1rem,4.2vw)] leading-tight">
      {icon}
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </span>
  );
}

interface KeypadProps {
  readonly onKey: (key: KeypadKey) => void;
  /**
   * Ends the input: the effect of Enter on every key.
   *
   * Without it, Enter presses the focused key.
   */
  readonly onDone?: () => void;
  /** The keys after the digits 1 to 9, in rows of three. */
  readonly keys: readonly KeypadKey[];
  readonly disabled?: boolean;
}
