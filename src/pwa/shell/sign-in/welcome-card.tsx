import type { ReactNode } from 'react';

interface WelcomeCardProps {
  readonly title: string;
  /** The names of the device and the shop. */
  readonly place?: string | undefined;
  readonly lead?: string | undefined;
  /** Next to the card on a wide page, below it on others. */
  readonly beside?: ReactNode;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** The look of a page before the till opens. */
export function WelcomeCard({ title, place, lead, beside, footer, children }: WelcomeCardProps) {
  const card = (
    <div className="mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] content-center gap-5 till:max-w-lg tablet:has-[.people>:nth-child(9)]:max-w-4xl">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <img src="/icon.svg" alt="" width={56} height={56} className="mb-3" />
        {place !== undefined && (
          <p translate="no" className="font-medium text-neutral-10 wrap-anywhere">
            {place}
          </p>
        )}
        <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
        {lead !== undefined && <p className="text-neutral-9 text-balance">{lead}</p>}
      </header>
      {children}
      {footer && <footer className="mt-3 w-full max-w-60">{footer}</footer>}
    </div>
  );
  return (
    <main className="grid min-h-dvh w-full grid-cols-[minmax(0,1fr)] content-center p-4">
      {beside === undefined ? (
        card
      ) : (
        <div className="mx-auto grid w-full grid-cols-[minmax(0,1fr)] items-center gap-8 till:max-w-6xl till:grid-cols-2">
          {card}
          {beside}
        </div>
      )}
    </main>
  );
}
