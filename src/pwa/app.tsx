import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { queryClient } from './api/live.ts';
import { sessionQuery } from './api/queries.ts';
import { loadDisplay, loadKeptTill, loadOpenTill, loadUnlock, preloadTill } from './preload.ts';
import type { TillStore } from './redeem/till/store.ts';
import { OFF_NAVIGATION } from './shell/addresses.ts';
import { EnrolmentGate, Unreachable } from './shell/door/gate.tsx';
import { UpdateProvider } from './shell/update.tsx';
import { useShop } from './shell/use-session.ts';
import { whenHere } from './ui/part.tsx';
import { WordsProvider } from './words/words.tsx';

const DisplayPage = lazy(loadDisplay);
const Unlock = whenHere(loadUnlock, ({ Unlock: page }) => page);
/* Parts that are not needed before the PIN is entered. */
const OpenTill = lazy(() => loadOpenTill().then(({ OpenTill: till }) => ({ default: till })));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <WordsProvider>
        <UpdateProvider>
          <EnrolmentGate>
            <Entrance />
          </EnrolmentGate>
        </UpdateProvider>
      </WordsProvider>
    </QueryClientProvider>
  );
}

/** The customer display needs no PIN; everything else does. */
function Entrance() {
  const [path] = useLocation();
  if (path !== OFF_NAVIGATION.display) return <Door />;
  return (
    <Suspense>
      <DisplayPage />
    </Suspense>
  );
}

/** The lock screen or the open till. The sale survives a lock. */
function Door() {
  const { data: session, isError } = useQuery(sessionQuery);
  const till = useKeptTill();
  // Loads while the PIN is typed, so that the first scan finds the screen ready.
  useEffect(preloadTill, []);
  // After a lock, the user has to say which customer the waiting sale belongs to.
  const isLocked = session === null;
  useEffect(() => {
    if (isLocked) till?.store.leave();
  }, [isLocked, till?.store]);
  if (session === undefined)
    return isError ? <Unreachable>{till && <till.KeptRows store={till.store} />}</Unreachable> : null;
  if (session === null)
    return (
      <Unlock saleWaits={till?.kept.waits ?? false} mayReload={till?.kept.idle ?? false}>
        {till && <till.KeptWaits store={till.store} />}
      </Unlock>
    );
  if (till === null) return null;
  return (
    <Suspense>
      <OpenTill session={session} till={till.store} />
    </Suspense>
  );
}

type TillPart = Awaited<ReturnType<typeof loadKeptTill>>;

/**
 * The till of this device; null until its code is loaded. Created once and kept while the screen is
 * locked.
 */
function useKeptTill() {
  const { currency } = useShop();
  const [opened, setOpened] = useState<{ readonly part: TillPart; readonly store: TillStore } | null>(null);
  useEffect(() => {
    let isStale = false;
    loadKeptTill().then(
      (part) => {
        if (!isStale) setOpened({ part, store: part.openKeptTill(currency) });
      },
      (error: unknown) =>
        setOpened(() => {
          throw error;
        }),
    );
    return () => {
      isStale = true;
    };
  }, [currency]);
  const till = useSyncExternalStore(opened?.store.subscribe ?? hearNothing, () => opened?.store.state() ?? null);
  if (opened === null || till === null) return null;
  const { keptOf, KeptRows, KeptWaits } = opened.part;
  return { store: opened.store, kept: keptOf(till), KeptRows, KeptWaits };
}

const hearNothing = () => () => undefined;
