import type { ReactNode } from 'react';
import { DeviceLanguage } from '../language-choice.tsx';
import { useWindowTitle } from '../layout/window-title.ts';

interface WelcomeProps {
  readonly title: string;
  readonly lead?: string;
  /** Hides the choice of language, because the person has one. */
  readonly isPersonal?: boolean;
  readonly children: ReactNode;
}

/** A page with one card, for everything before the till opens. */
export function Welcome({ title, lead, isPersonal = false, children }: WelcomeProps) {
  useWindowTitle(title);
  return (
    <main className="mx-auto grid min-h-dvh grid-cols-[minmax(0,1fr)] w-full max-w-md content-center gap-5 p-4 till:max-w-lg">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <img src="/icon.svg" alt="" width={56} height={56} className="mb-3" />
        <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
        {lead !== undefined && <p className="text-neutral-9">{lead}</p>}
      </header>
      {children}
      {!isPersonal && (
        <footer className="mt-3 w-full max-w-60">
          <DeviceLanguage />
        </footer>
      )}
    </main>
  );
}
