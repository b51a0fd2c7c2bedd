import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Session } from '../contract/people.ts';
import { queryClient } from './api/live.ts';
import { sessionQuery } from './api/queries.ts';
import { SaleRows } from './redeem/sale-rows.tsx';
import { allRows, isIdle } from './redeem/till.ts';
import { TillProvider, useTill } from './redeem/use-till.tsx';
import { preloadTill, Routes } from './routes.tsx';
import { Frame } from './shell/frame.tsx';
import { Gate, Unreachable } from './shell/gate.tsx';
import { SHORTCUTS, Shortcuts } from './shell/shortcuts.tsx';
import { Unlock } from './shell/unlock.tsx';
import { UpdateProvider } from './shell/update.tsx';
import { useIdle } from './shell/use-idle.ts';
import { useLive } from './shell/use-live.ts';
import { useLock, useShop } from './shell/use-session.ts';
import { useShortcut } from './shell/use-shortcut.ts';
import { WordsProvider } from './words/words.tsx';

/** Tillside in the browser. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <WordsProvider>
        <UpdateProvider>
          <Gate>
            <TillProvider>
              <Door />
            </TillProvider>
          </Gate>
        </UpdateProvider>
      </WordsProvider>
    </QueryClientProvider>
  );
}

/** Locked or open. The sale is kept on the other side of the door. */
function Door() {
  const { data: session, isError } = useQuery(sessionQuery);
  const till = useTill();
  // While somebody types a PIN; the first scan after it finds the screen there.
  useEffect(preloadTill, []);
  if (session === undefined) return isError ? <Unreachable>{allRows(till).length > 0 && <SaleRows />}</Unreachable> : null;
  if (session === null) return <Unlock saleWaits={allRows(till).length > 0 || till.stage.at !== 'ready'} mayReload={isIdle(till)} />;
  return <OpenTill session={session} />;
}

function OpenTill({ session }: { readonly session: Session }) {
  const [help, setHelp] = useState(false);
  const [covered, setCovered] = useState(false);
  const lock = useLock();
  useIdle(useShop().sessionIdleMs, lock);
  useLive();
  useShortcut(SHORTCUTS.lock, lock);
  useShortcut(SHORTCUTS.help, () => setHelp(true));
  return (
    <>
      <Frame session={session} covered={covered} onShortcuts={() => setHelp(true)}>
        <Routes person={session.person} onCover={setCovered} />
      </Frame>
      {help && <Shortcuts onClose={() => setHelp(false)} />}
    </>
  );
}
