import { ClockAlert } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import type { Role, Session } from '../../../contract/access/people.ts';
import { InBackground } from '../../ui/in-background.tsx';
import { useClockOffset } from '../../ui/server-time.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { TOLERATED_MS } from '../limits.ts';
import { slotsOf } from '../slots.ts';
import { useShop } from '../use-session.ts';
import { Header, MENU_ID } from './header.tsx';
import { JournalNotice } from './journal-notice.tsx';
import { BottomNavigation, Navigation, PageTabs } from './navigation.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { ArriveContext, MAIN_ID } from './page.tsx';

interface LayoutProps {
  readonly session: Session;
  /** True while a full-screen view covers the layout, so that its controls are disabled. */
  readonly covered: boolean;
  readonly onShortcuts: () => void;
  /** Opens the customer display; null for roles that do not serve customers. */
  readonly onDisplay: (() => void) | null;
  /** Notices in the header about waiting work. */
  readonly chips: ReactNode;
  readonly children: ReactNode;
}

/**
 * The layout of every page: navigation at the side of a large screen or the bottom of a phone,
 * and a header. Elsewhere, the menu has the navigation.
 */
export function Layout({ session, covered, onShortcuts, onDisplay, chips, children }: LayoutProps) {
  /* Going to another page before the first one appears counts as navigation: it takes the focus. */
  const [initialPath] = useState(() => location.pathname);
  const arrived = useRef(false);
  const arrive = useCallback(() => {
    const before = arrived.current || location.pathname !== initialPath;
    arrived.current = true;
    return before;
  }, [initialPath]);
  const { visit } = useShop();
  return (
    <ArriveContext value={arrive}>
      <SkipLink />
      <div className="till:flex print:block">
        <Rail role={session.person.role} covered={covered} />
        <div className="flex min-h-dvh min-w-0 flex-1 flex-col print:block">
          <Header session={session} covered={covered} onShortcuts={onShortcuts} onDisplay={onDisplay}>
            {chips}
          </Header>
          {visit && (
            <Suspense>
              {slotsOf('visit').map((Note, position) => (
                <Note key={position} />
              ))}
            </Suspense>
          )}
          <OfflineNotice />
          <JournalNotice />
          <ClockNotice />
          <div inert={covered}>
            <InBackground>
              {slotsOf('notice').map((Notice, position) => (
                <Notice key={position} />
              ))}
            </InBackground>
          </div>
          <div inert={covered}>
            <PageTabs role={session.person.role} />
          </div>
          {children}
          <BottomNavigation role={session.person.role} covered={covered} menuId={MENU_ID} />
        </div>
      </div>
    </ArriveContext>
  );
}

/** The first Tab stop, which skips the navigation and the header. */
function SkipLink() {
  const { places } = useMessages();
  return (
    <a
      href={`#${MAIN_ID}`}
      className="screen-only card pointer-events-none fixed top-2 left-2 z-20 flex min-h-12 items-center px-4 font-medium opacity-0 shadow-float focus:pointer-events-auto focus:opacity-100"
      onClick={(event) => {
        // The address stays as it is: its fragment opens a shop on a device.
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      {places.skip}
    </a>
  );
}

function Rail({ role, covered }: { readonly role: Role; readonly covered: boolean }) {
  const { places } = useMessages();
  return (
    <nav
      aria-label={places.title}
      inert={covered}
      className="screen-only sticky top-0 h-dvh w-30 shrink-0 overflow-y-auto border-r border-neutral-4 bg-neutral-2 p-1.5 max-till:hidden desk:w-64 desk:p-3"
    >
      <Navigation role={role} />
    </nav>
  );
}

function ClockNotice() {
  const { header } = useMessages();
  const { wait } = useFormat();
  const offMs = Math.abs(useClockOffset());
  if (offMs <= TOLERATED_MS) return null;
  return (
    <p
      role="status"
      className="screen-only flex items-center gap-3 bg-attention-tint px-4 py-2 text-attention-ink till:px-6"
    >
      <ClockAlert aria-hidden strokeWidth={1.75} className="shrink-0" />
      {header.clockOff(wait(offMs))}
    </p>
  );
}
