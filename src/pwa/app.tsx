import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, startTransition, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { readLastShop } from './api/last-shop.ts';
import { queryClient } from './api/live.ts';
import { sessionQuery } from './api/queries.ts';
import {
  loadDeviceTill,
  loadDisplay,
  loadEnrolledParts,
  loadOpenTill,
  loadPublicPage,
  loadRedeem,
  loadUnlock,
  preloadTill,
} from './preload.ts';
import type { TillStore } from './redeem/till/store.ts';
import { OFF_NAVIGATION, PUBLIC_ADDRESSES } from './shell/addresses.ts';
import { EnrolmentGate, Unreachable } from './shell/sign-in/gate.tsx';
import { UpdateProvider } from './shell/update.tsx';
import { useShop } from './shell/use-session.ts';
import { lazyComponent } from './ui/lazy-part.tsx';
import { MessagesProvider } from './words/words.tsx';

const DisplayPage = lazy(loadDisplay);
const EnrolledParts = lazy(loadEnrolledParts);
const PUBLIC_PAGES = PUBLIC_ADDRESSES.map((address) => ({ address, Page: lazy(() => loadPublicPage(address)) }));
const Unlock = lazyComponent(loadUnlock, ({ Unlock: page }) => page);
/* Parts that are not needed before the PIN is entered. */
const OpenTill = lazyComponent(loadOpenTill, ({ OpenTill: till }) => till);

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <MessagesProvider>
        <UpdateProvider>
          <DeviceEntrance />
        </UpdateProvider>
      </MessagesProvider>
    </QueryClientProvider>
  );
}

/** Public pages open on any device; all other pages need an enrolled device. */
function DeviceEntrance() {
  return (
    <Switch>
      {PUBLIC_PAGES.map(({ address, Page }) => (
        <Route key={address} path={address}>
          <Suspense>
            <Page />
          </Suspense>
        </Route>
      ))}
      <Route>
        <EnrolmentGate>
          <Entrance />
        </EnrolmentGate>
      </Route>
    </Switch>
  );
}

/** The customer display needs no PIN; all other pages do. */
function Entrance() {
  const [path] = useLocation();
  if (path !== OFF_NAVIGATION.display)
    return (
      <>
        <LockScreenOrTill />
        <Suspense>
          <EnrolledParts />
        </Suspense>
      </>
    );
  return (
    <Suspense>
      <DisplayPage />
    </Suspense>
  );
}

/** The lock screen or the open till. The sale survives a lock. */
function LockScreenOrTill() {
  const { data, error } = useQuery(sessionQuery);
  const deferred = useDeferredValue(data);
  // A lock is immediate; the till renders in slices, while the lock screen stays.
  const session = data === null ? null : deferred;
  const till = useDeviceTill();
  // Loads while the PIN is typed, so that the screen is ready for the first scan.
  useEffect(preloadTill, []);
  const isLocked = session === null;
  useEffect(() => {
    if (isLocked) till?.store.lock();
  }, [isLocked, till?.store]);
  if (session === undefined)
    return error ? <Unreachable error={error}>{till && <till.OfflineTill store={till.store} />}</Unreachable> : null;
  if (session === null)
    return (
      <Unlock saleWaits={till?.locked.waits ?? false} mayReload={till?.locked.idle ?? false}>
        {till && <till.WaitingRedemptions store={till.store} />}
      </Unlock>
    );
  if (till === null) return null;
  return <OpenTill session={session} till={till.store} />;
}

type TillPart = Awaited<ReturnType<typeof loadDeviceTill>>;

/**
 * The till of this device; null until its code is loaded. Created once; it continues while the
 * screen is locked.
 */
function useDeviceTill() {
  const shop = useShop();
  /* The till belongs to the device's shop, whatever shop its person visits. */
  const { currency } = (shop.visit && readLastShop(localStorage)) ?? shop;
  const [opened, setOpened] = useState<{ readonly part: TillPart; readonly store: TillStore } | null>(null);
  useEffect(() => {
    let isStale = false;
    // All are in one file. Together they render once, before the till starts.
    Promise.all([loadDeviceTill(), loadOpenTill(), loadRedeem()]).then(
      ([part]) => {
        if (isStale) return;
        const store = part.openDeviceTill(currency);
        startTransition(() => setOpened({ part, store }));
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
  /* After the first render: a change of its state during it would start it again. */
  useEffect(() => void opened?.store.start(), [opened]);
  const till = useSyncExternalStore(opened?.store.subscribe ?? noSubscription, () => opened?.store.state() ?? null);
  if (opened === null || till === null) return null;
  const { lockedTillState, OfflineTill, WaitingRedemptions } = opened.part;
  return { store: opened.store, locked: lockedTillState(till), OfflineTill, WaitingRedemptions };
}

const noSubscription = () => () => undefined;
