import { lazy, Suspense, useState } from 'react';
import type { Session } from '../contract/people.ts';
import { ShowSale } from './display/show-sale.tsx';
import { ParkedChips, ParkedNews } from './redeem/parked.tsx';
import type { TillStore } from './redeem/store.ts';
import { useTellJournal } from './redeem/use-tell-journal.ts';
import { TillProvider } from './redeem/use-till.tsx';
import { Routes } from './routes.tsx';
import { Frame } from './shell/frame.tsx';
import { homeOf } from './shell/places.ts';
import { SHORTCUTS, Shortcuts } from './shell/shortcuts.tsx';
import { useIdle } from './shell/use-idle.ts';
import { useLive } from './shell/use-live.ts';
import { useLock, useShop } from './shell/use-session.ts';
import { useShortcut } from './shell/use-shortcut.ts';
import { useSpeak } from './words/words.tsx';

const DisplayDialog = lazy(() => import('./display/display-dialog.tsx').then(({ DisplayDialog: dialog }) => ({ default: dialog })));
const PrintingTrouble = lazy(() => import('./printing/notices.tsx').then(({ PrintingTrouble: part }) => ({ default: part })));

/** What somebody has before them who has signed in: the frame with a page in it. */
export function OpenTill({ session, till }: { readonly session: Session; readonly till: TillStore }) {
  return (
    <TillProvider store={till}>
      <Framed session={session} />
    </TillProvider>
  );
}

function Framed({ session }: { readonly session: Session }) {
  const [help, setHelp] = useState(false);
  const [display, setDisplay] = useState(false);
  const [covered, setCovered] = useState(false);
  const lock = useLock();
  const redeems = homeOf(session.person.role) === 'redeem';
  useIdle(useShop().sessionIdleMs, lock);
  useLive();
  useTellJournal();
  useSpeak(session.person.language ?? null);
  useShortcut(SHORTCUTS.lock, lock);
  useShortcut(SHORTCUTS.help, () => setHelp(true));
  return (
    <>
      <Frame
        session={session}
        covered={covered}
        onShortcuts={() => setHelp(true)}
        onDisplay={redeems ? () => setDisplay(true) : null}
        chips={redeems && <ParkedChips />}
      >
        <Routes person={session.person} onCover={setCovered} />
      </Frame>
      <Suspense>
        <PrintingTrouble />
      </Suspense>
      {redeems && <ParkedNews />}
      {redeems && <ShowSale />}
      {help && <Shortcuts onClose={() => setHelp(false)} />}
      {display && (
        <Suspense>
          <DisplayDialog onClose={() => setDisplay(false)} />
        </Suspense>
      )}
    </>
  );
}
