import { ArrowLeft } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../ui/button.tsx';
import { useWindowTitle } from './window-title.ts';

/** The target of the skip link. */
export const MAIN_ID = 'page';

/**
 * Called when a page appears. Returns true if the user navigated there, so that the page takes the
 * focus.
 */
export const ArriveContext = createContext<() => boolean>(() => false);

/**
 * The printed part of a page: the whole page, only the content below its title, or no part, because
 * its printout is a separate component.
 */
const PRINTS = {
  all: { main: '', header: '' },
  content: { main: '', header: 'screen-only' },
  nothing: { main: 'screen-only', header: '' },
} as const;

interface PageProps {
  readonly title: string;
  /** The title is visible only to screen readers, to save a line. */
  readonly titleHidden?: boolean;
  readonly lead?: ReactNode;
  /** Actions for the whole page, next to its title. */
  readonly tools?: ReactNode;
  /** The list that a page of one item belongs to. */
  readonly back?: { readonly href: string; readonly name: string };
  readonly prints?: keyof typeof PRINTS;
  readonly covered?: boolean;
  /** One width for text and forms; tables use the whole page. */
  readonly reading?: boolean;
  readonly children: ReactNode;
}

export const PAGE_CLASS =
  'mx-auto grid w-full max-w-[90rem] grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 outline-none ' +
  'till:gap-6 till:p-6 print:block print:max-w-none print:p-0';

/** A page of the app, with the same width and edges, one title, and one way back. */
export function Page({
  title,
  titleHidden = false,
  lead,
  tools,
  back,
  prints = 'all',
  covered = false,
  reading = false,
  children,
}: PageProps) {
  const heading = useArrival(title);
  const { main, header } = PRINTS[prints];
  const name = (
    <h1
      ref={heading}
      tabIndex={-1}
      className={titleHidden ? 'spoken' : 'text-title font-semibold wrap-break-word outline-none'}
    >
      {title}
    </h1>
  );
  return (
    <main id={MAIN_ID} tabIndex={-1} inert={covered} className={`${PAGE_CLASS} ${main}`}>
      {titleHidden ? (
        name
      ) : (
        <header className={`flex flex-wrap items-start justify-between gap-x-6 gap-y-3 ${header}`}>
          <div className="min-w-0">
            {back !== undefined && <BackLink {...back} />}
            {name}
            {lead !== undefined && <div className="max-w-prose text-neutral-9">{lead}</div>}
          </div>
          {tools}
        </header>
      )}
      {reading ? <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">{children}</div> : children}
    </main>
  );
}

function BackLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <Link href={href} className={`screen-only mb-2 ${buttonClass('plain')}`}>
      <ArrowLeft aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
      {name}
    </Link>
  );
}

/** Sets the window's title, and moves the focus to the heading if the user navigated here. */
function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const arrive = use(ArriveContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useWindowTitle(title);
  useEffect(() => {
    const page = heading.current?.closest('main');
    // If the page has focused one of its own controls, the focus stays there.
    if (arrive() && page?.contains(document.activeElement) === false) heading.current?.focus();
  }, [arrive]);
  return heading;
}

/**
 * Code entry on the left, results on the right; results below on small screens, unless they are in
 * landscape.
 *
 * The two children are 5 and 7 columns wide.
 */
export function Columns({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:max-till:short:grid-cols-[repeat(2,minmax(0,1fr))] till:grid-cols-12 till:gap-6 till:*:first:col-span-5 till:*:last:col-span-7">
      {children}
    </div>
  );
}
