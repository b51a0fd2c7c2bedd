import type { ReactNode } from 'react';

interface WelcomeCardProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** The look of a page before the till opens. */
export function WelcomeCard({ title, lead, footer, children }: WelcomeCardProps) {
  return (
    <main className="mx-auto grid min-h-dvh grid-cols-[minmax(0,1fr)] w-full max-w-md content-center gap-5 p-4 till:max-w-lg">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <img src="/icon.svg" alt="" width={56} height={56} className="mb-3" />
        <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
        {lead !== undefined && <p className="text-neutral-9">{lead}</p>}
      </header>
      {children}
      {footer && <footer className="mt-3 w-full max-w-60">{footer}</footer>}
    </main>
  );
}
