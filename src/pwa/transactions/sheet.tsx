import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/words.tsx';

/** A sheet at the side, open while it is rendered; on a phone it fills the screen. Escape and the button close it. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { close } = useWords().common;
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
      className="m-0 ml-auto h-dvh max-h-none w-full max-w-none animate-in overflow-y-auto bg-neutral-2 p-4 shadow-float backdrop:bg-scrim tablet:w-[30rem] tablet:p-6"
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
