import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../words/words.tsx';
import { Button } from './button.tsx';
import { useLayer } from './layers.ts';
import { HELD_MESSAGE_MS } from './limits.ts';
import { Notice } from './notice.tsx';

const POSITIONS = {
  middle: 'm-auto max-h-[90dvh] w-[min(32rem,92vw)] rounded-card till:p-6',
  whole: 'm-0 h-dvh max-h-none w-full max-w-none till:p-10',
  side: 'm-0 ml-auto h-dvh max-h-none w-full max-w-none tablet:w-[30rem] tablet:p-6',
} as const;

/**
 * A native modal dialog that is open while it is rendered. Escape, Back and the button close it.
 * The `side` variant is a sheet that fills a phone's screen and has an address of its own, so Back
 * leaves it anyway.
 *
 * The result of a scan would be hidden behind a dialog. A dialog with a decision therefore blocks
 * scans; any other closes.
 */
export function Dialog({
  title,
  onClose,
  position = 'middle',
  onScan = 'waits',
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly position?: keyof typeof POSITIONS;
  readonly onScan?: 'closes' | 'waits';
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { common, scan } = useMessages();
  const [held, setHeld] = useState(0);
  useLayer({
    isOpen: position !== 'side',
    close: () => ref.current?.close(),
    onScan,
    onHeld: () => setHeld((count) => count + 1),
  });
  useEffect(() => {
    if (held === 0) return undefined;
    const timer = setTimeout(() => setHeld(0), HELD_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [held]);
  // Before it closes, the focus returns to the opening element, if it still exists.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>('[data-autofocus="true"]')?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      // React also reports the closing of a nested dialog, which must not close this one.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      className={`@container animate-in overflow-y-auto bg-neutral-2 p-4 shadow-float backdrop:bg-scrim ${POSITIONS[position]}`}
    >
      <header className="mb-3 flex items-center justify-between gap-3">
        <h2 id={id} className="text-section font-semibold">
          {title}
        </h2>
        <Button variant="quiet" aria-label={common.close} onClick={() => ref.current?.close()}>
          <X aria-hidden strokeWidth={1.75} />
        </Button>
      </header>
      {held > 0 && (
        <div key={held} className="mb-3">
          <Notice tone="attention">{scan.finishFirst}</Notice>
        </div>
      )}
      {children}
    </dialog>
  );
}
