import type { ReactNode } from 'react';

export const HEADER_CLASS = 'screen-only sticky top-0 z-10 border-b border-neutral-4 bg-neutral-2 short:static';

interface HeaderFrameProps {
  /** The banner of training mode, or false. */
  readonly banner: ReactNode;
  readonly person: string;
  /** The names of the device and the shop. */
  readonly place: string;
  readonly children?: ReactNode;
}

/** The lines of the header: a banner, and the user with the controls. */
export function HeaderFrame({ banner, person, place, children }: HeaderFrameProps) {
  return (
    <div className="tablet:short:flex">
      {banner}
      <div className="mx-auto flex min-h-12 w-full max-w-[90rem] min-w-0 flex-wrap items-center justify-end gap-1 px-4 till:min-h-14 till:px-6">
        <p className="min-w-0 flex-1 basis-24 leading-tight font-medium wrap-anywhere">
          {person}
          <span className="font-normal text-neutral-9"> · {place}</span>
        </p>
        {children}
      </div>
    </div>
  );
}

export function TrainingBanner({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex min-h-7 items-center gap-x-3 bg-attention px-4 text-label font-semibold text-on-attention tablet:min-h-12 tablet:justify-center tablet:short:max-w-2/5 tablet:short:shrink-0">
      {children}
    </p>
  );
}
