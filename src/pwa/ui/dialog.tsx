import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';

const PLACES = {
  middle: 'm-auto max-h-[90dvh] w-[min(32rem,92vw)] rounded-card till:p-6',
  side: 'm-0 ml-auto h-dvh max-h-none w-full max-w-none tablet:w-[30rem] tablet:p-6',
} as const;

/** A native modal dialog that is open while it is rendered; Escape and the button close it. At the side it is a sheet, which fills a phone's screen. */
export function Dialog({
  title,
  onClose,
  place = 'middle',
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly place?: keyof typeof PLACES;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { close } = useWords().common;
  // Before it leaves the page, the focus goes back to whatever opened it, if that is still there.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      className={`@container animate-in overflow-y-auto bg-neutral-2 p-4 shadow-float backdrop:bg-scrim ${PLACES[place]}`}
    >
      <header className="mb-3 flex items-center justify-between gap-3">
        <h2 id={id} className="text-section font-semibold">
          {title}
        </h2>
        <Button look="quiet" aria-label={close} onClick={() => ref.current?.close()}>
          <X aria-hidden strokeWidth={1.75} />
        </Button>
      </header>
      {children}
    </dialog>
  );
}
