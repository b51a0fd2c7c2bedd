import { ArrowLeft } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { buttonLook } from '../../ui/button.tsx';
import { useWindowTitle } from './window-title.ts';

/** The page itself, for those who go past what stands around it. */
export const MAIN_ID = 'page';

/**
 * Notes that a page is shown, and tells whether somebody went there from another: the focus goes
 * along then.
 */
export const ArriveContext = createContext<() => boolean>(() => false);

/**
 * What of a page goes onto paper: all of it, only what is under its title, or nothing, because its
 * paper is drawn elsewhere.
 */
const PRINTS = {
  all: { main: '', header: '' },
  content: { main: '', header: 'screen-only' },
  nothing: { main: 'screen-only', header: '' },
} as const;

interface PageProps {
  readonly title: string;
  /** The title is said to screen readers only, where every line is needed. */
  readonly titleHidden?: boolean;
  readonly lead?: ReactNode;
  /** What can be done with the whole page, beside its title. */
  readonly tools?: ReactNode;
  /** For a page of one thing: the list that it belongs to. */
  readonly back?: { readonly href: string; readonly name: string };
  readonly prints?: keyof typeof PRINTS;
  /** Something lies over it. */
  readonly covered?: boolean;
  readonly children: ReactNode;
}

/** One page of the app: the same width, the same edges, one title, one way back. */
export function Page({
  title,
  titleHidden = false,
  lead,
  tools,
  back,
  prints = 'all',
  covered = false,
  children,
}: PageProps) {
  const heading = useArrival(title);
  const { main, header } = PRINTS[prints];
  const name = (
    <h1
      ref={heading}
      tabIndex={-1}
      className={titleHidden ? 'spoken' : 'rounded-button text-title font-semibold wrap-break-word'}
    >
      {title}
    </h1>
  );
  return (
    <main
      id={MAIN_ID}
      tabIndex={-1}
      inert={covered}
      className={`mx-auto grid w-full max-w-[90rem] grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 outline-none till:gap-6 till:p-6 print:block print:max-w-none print:p-0 ${main}`}
    >
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
      {children}
    </main>
  );
}

function BackLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <Link href={href} className={`screen-only mb-2 ${buttonLook('plain')}`}>
      <ArrowLeft aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
      {name}
    </Link>
  );
}

/**
 * Names the page in the window's title, and moves the focus to its heading when somebody went there
 * from another page.
 */
function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const arrive = use(ArriveContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useWindowTitle(title);
  useEffect(() => {
    const page = heading.current?.closest('main');
    // A page that put the focus on one of its own controls knows better.
    if (arrive() && page?.contains(document.activeElement) === false) heading.current?.focus();
  }, [arrive]);
  return heading;
}

/**
 * Codes come in on the left, what they come to is on the right; on small screens below it, unless
 * they are wider than high.
 *
 * Its two children are 5 and 7 columns wide.
 */
export function Columns({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:max-till:short:grid-cols-[repeat(2,minmax(0,1fr))] till:grid-cols-12 till:gap-6 till:*:first:col-span-5 till:*:last:col-span-7">
      {children}
    </div>
  );
}
