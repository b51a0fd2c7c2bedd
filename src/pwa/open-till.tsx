import { Suspense, useState } from 'react';
import type { Session } from '../contract/access/people.ts';
import { isInFrame } from './api/in-frame.ts';
import { ParkedChips, ParkedNews } from './redeem/screens/parked.tsx';
import { LEFT_AFTER_MS, type TillStore } from './redeem/till/store.ts';
import { useTellJournal } from './redeem/till/use-tell-journal.ts';
import { TillProvider, useTillStore } from './redeem/till/use-till.tsx';
import { Routes } from './routes.tsx';
import { Frame } from './shell/frame/frame.tsx';
import { tillOf } from './shell/frame/places.ts';
import { SHORTCUTS, Shortcuts } from './shell/frame/shortcuts.tsx';
import { slotsOf } from './shell/slots.ts';
import { useIdle } from './shell/use-idle.ts';
import { useLive } from './shell/use-live.ts';
import { useLock, useShop } from './shell/use-session.ts';
import { useShortcut } from './shell/use-shortcut.ts';
import { useSpeak } from './words/words.tsx';

/** The app of a signed-in user: the layout with a page in it. */
export function OpenTill({ session, till }: { readonly session: Session; readonly till: TillStore }) {
  return (
    <TillProvider store={till}>
      <Awake session={session} />
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
  useIdle(LEFT_AFTER_MS, useTillStore().leave);
  useLive();
  useTellJournal();
  useSpeak(session.person.language ?? null);
  return null;
}

function Framed({ session }: { readonly session: Session }) {
  const [help, setHelp] = useState(false);
  const [display, setDisplay] = useState(false);
  const [covered, setCovered] = useState(false);
  const lock = useLock();
  const redeems = tillOf(session.person.role) === 'redeem';
  useShortcut(SHORTCUTS.lock, lock);
  useShortcut(SHORTCUTS.help, () => setHelp(true));
  return (
    <>
      <Frame
        session={session}
        covered={covered}
        onShortcuts={() => setHelp(true)}
        onDisplay={redeems && slotsOf('displayDialog').length > 0 ? () => setDisplay(true) : null}
        chips={redeems && <ParkedChips />}
      >
        <Routes person={session.person} onCover={setCovered} />
      </Frame>
      {redeems && <ParkedNews />}
      <Suspense>
        {[...slotsOf('signedIn'), ...(redeems ? slotsOf('till') : [])].map((Part, position) => (
          <Part key={position} />
        ))}
      </Suspense>
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
