import type { ReactNode } from 'react';

/** A calm page with one card, for everything before the till opens. */
export function Welcome({ title, lead, children }: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh grid-cols-[minmax(0,1fr)] w-full max-w-md content-center gap-5 p-4 till:max-w-lg">
      <header className="grid gap-1">
        <img src="/icon.svg" alt="" width={56} height={56} className="mb-3" />
        <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
        {lead !== undefined && <p className="text-neutral-9">{lead}</p>}
      </header>
      {children}
    </main>
  );
}
