import { CornerDownLeft, Lock, Pencil, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';
import { CameraStarting, PICTURE_CLASS } from '../scan/camera-starting.tsx';
import { HEADER_CLASS, HeaderFrame, TrainingBanner } from '../shell/layout/header-frame.tsx';
import { Columns, PAGE_CLASS } from '../shell/layout/page.tsx';
import { buttonClass } from '../ui/button.tsx';
import type { Messages } from '../words/en.ts';

interface PageOpeningProps {
  readonly messages: Messages;
  readonly practice: boolean;
  readonly person: string;
  readonly place: string;
  readonly children?: ReactNode;
}

/** The frame of a signed-in user's page, before the scripts have loaded. */
export function PageOpening({ messages: { header }, practice, person, place, children }: PageOpeningProps) {
  return (
    <div className="till:flex">
      <div className="h-dvh w-30 shrink-0 border-r border-neutral-4 bg-neutral-2 max-till:hidden desk:w-64" />
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col">
        <div className={HEADER_CLASS}>
          <HeaderFrame
            banner={practice && <TrainingBanner>{header.practice}</TrainingBanner>}
            person={person}
            place={place}
          >
            <Wifi strokeWidth={1.75} size={18} className="mx-1 text-neutral-9 tablet:hidden" />
            <span className={`${buttonClass('quiet')} tablet:hidden`}>
              <Lock strokeWidth={1.75} size={20} />
            </span>
          </HeaderFrame>
        </div>
        {children}
        <div className="sticky bottom-0 mt-auto hidden min-h-14 border-t border-neutral-4 bg-neutral-2 pb-[env(safe-area-inset-bottom)] phone:block" />
      </div>
    </div>
  );
}

/** The title of a page at its place: below as many rows of tabs as managers have there. */
export function TitleOpening({ title, tabRows }: { readonly title: string; readonly tabRows: number }) {
  return (
    <>
      {tabRows > 0 && <div className="h-12.25 border-b border-neutral-4 bg-neutral-2" />}
      {tabRows > 1 && <div className="h-17" />}
      <div className={PAGE_CLASS}>
        <p className="text-title font-semibold wrap-break-word">{title}</p>
      </div>
    </>
  );
}

/** The till, before the scripts have loaded: its parts are at their final places. */
export function TillOpening({ messages, ...frame }: Omit<PageOpeningProps, 'children'>) {
  const { camera, sale, scan } = messages;
  const due = (
    <div className="flex items-start justify-between gap-3 card p-4 till:p-6">
      <div>
        <p className="text-label font-medium text-neutral-9">{sale.due}</p>
        <p className="flex min-h-[1lh] items-center text-amount till:text-amount-till">
          <span className="text-section font-medium text-neutral-9">{sale.noDue}</span>
        </p>
      </div>
      <span className={`${buttonClass('quiet')} till:hidden`}>
        <Pencil strokeWidth={1.75} size={20} />
      </span>
    </div>
  );
  return (
    <PageOpening messages={messages} {...frame}>
      <div className={PAGE_CLASS}>
        <div className="till:hidden">{due}</div>
        <Columns>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
            <p className="text-section font-semibold">{sale.empty}</p>
            <div className={PICTURE_CLASS}>
              <CameraStarting messages={camera} />
            </div>
            <div className="flex gap-2">
              <p className="flex min-h-12 min-w-0 flex-1 items-center rounded-button border border-neutral-8 bg-neutral-2 px-3 text-neutral-9">
                {scan.field}
              </p>
              <span className={buttonClass('plain')}>
                {scan.check}
                <CornerDownLeft strokeWidth={1.75} size={18} />
              </span>
            </div>
            <p className="flex min-h-12 items-center font-medium text-neutral-11">{camera.otherWays}</p>
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
            <div className="max-till:hidden">{due}</div>
          </div>
        </Columns>
      </div>
    </PageOpening>
  );
}
