import { Suspense, useEffect, useState } from 'react';
import { mayActAs, type Session } from '../contract/access/people.ts';
import { isInFrame } from './api/in-frame.ts';
import { LEFT_AFTER_MS } from './redeem/limits.ts';
import { ParkedChips, ParkedNews } from './redeem/screens/parked.tsx';
import type { TillStore } from './redeem/till/store.ts';
import { useReportToJournal } from './redeem/till/use-report-to-journal.ts';
import { TillProvider, useTillStore } from './redeem/till/use-till.tsx';
import { Routes } from './routes.tsx';
import { Layout } from './shell/layout/layout.tsx';
import { rootPageOf } from './shell/layout/navigation-entries.ts';
import { SHORTCUTS, Shortcuts } from './shell/layout/shortcuts.tsx';
import { slotsOf } from './shell/slots.ts';
import { useIdle } from './shell/use-idle.ts';
import { useLive } from './shell/use-live.ts';
import { useLock, useShop } from './shell/use-session.ts';
import { useShortcut } from './shell/use-shortcut.ts';
import { InBackground } from './ui/in-background.tsx';
import { usePersonLanguage } from './words/words.tsx';

/** The app of a signed-in user: the layout with a page in it. */
export function OpenTill({ session, till }: { readonly session: Session; readonly till: TillStore }) {
  return (
    <TillProvider store={till}>
      <Awake key={session.person.id} session={session} />
      {isInFrame() ? (
        <Suspense>
          {slotsOf('framed').map((FramedTill, position) => (
            <FramedTill key={position} session={session} />
          ))}
        </Suspense>
      ) : (
        <Framed session={session} />
      )}
    </TillProvider>
  );
}

/** Background work for the whole session, independent of the layout. */
function Awake({ session }: { readonly session: Session }) {
  useIdle(useShop().sessionIdleMs, useLock());
  const till = useTillStore();
  useIdle(LEFT_AFTER_MS, till.leave);
  // A sale belongs to the person who began it.
  useEffect(() => till.signIn(), [till]);
  useLive();
  useReportToJournal();
  usePersonLanguage(session.person.language ?? null);
  return null;
}

function Framed({ session }: { readonly session: Session }) {
  const [help, setHelp] = useState(false);
  const [display, setDisplay] = useState(false);
  const [covered, setCovered] = useState(false);
  const lock = useLock();
  const { visit } = useShop();
  const redeems = rootPageOf(session.person.role) === 'redeem' && !visit;
  useShortcut(SHORTCUTS.lock, lock);
  useShortcut(SHORTCUTS.help, () => setHelp(true));
  return (
    <>
      <Layout
        session={session}
        covered={covered}
        onShortcuts={() => setHelp(true)}
        onDisplay={redeems && slotsOf('displayDialog').length > 0 ? () => setDisplay(true) : null}
        chips={redeems && <ParkedChips />}
      >
        <Routes person={session.person} onCover={setCovered} />
      </Layout>
      {redeems && <ParkedNews />}
      <InBackground>
        {[
          ...(mayActAs(session.person.role, 'manager') ? slotsOf('manager') : []),
          ...slotsOf('signedIn'),
          ...(redeems ? slotsOf('till') : []),
        ].map((Part, position) => (
          <Part key={position} />
        ))}
      </InBackground>
      {help && <Shortcuts onClose={() => setHelp(false)} />}
      {display && (
        <Suspense>
          {slotsOf('displayDialog').map((Dialog, position) => (
            <Dialog key={position} onClose={() => setDisplay(false)} />
          ))}
        </Suspense>
      )}
    </>
  );
}
