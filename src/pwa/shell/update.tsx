import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Workbox } from 'workbox-window';
import { type DayTerms, shopDate, startOfDay } from '../../contract/platform/shop-day.ts';
import { useIsInProgress } from '../pending-operations/in-progress.ts';
import { Button } from '../ui/button.tsx';
import { trustedUrl } from '../ui/trusted-url.ts';
import { useNow } from '../ui/use-now.ts';
import { useInitialMessages } from '../words/words.tsx';
import { useIdle } from './use-idle.ts';
import { useShop } from './use-session.ts';

interface NewVersion {
  readonly reload: () => void;
  readonly later: () => void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The first screen loads alone; the whole app is cached after this time. */
const PRECACHE_AFTER_MS = 3_000;

/** How often an open page looks for a new version. */
const LOOK_EVERY_MS = 10 * 60_000;
/** A till reloads itself after this time without use: locked, or open in its quiet hour. */
const LOCKED_UNUSED_MS = 60_000;
const OPEN_UNUSED_MS = 10 * 60_000;

const NewVersionContext = createContext<NewVersion | null>(null);

export function UpdateProvider({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<Workbox | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const later = setTimeout(() => void register(setWaiting), PRECACHE_AFTER_MS);
    return () => clearTimeout(later);
  }, []);
  return (
    <NewVersionContext value={waiting && newVersion(waiting, () => setWaiting(null))}>{children}</NewVersionContext>
  );
}

/**
 * Offers a new version once it is downloaded. The page reloads only after a tap. The notice appears
 * in the flow of screens without a redemption in progress, and never covers anything.
 */
export function UpdateLine() {
  const { update } = useInitialMessages();
  const version = use(NewVersionContext);
  const isInProgress = useIsInProgress();
  if (version === null || isInProgress) return null;
  return (
    <aside role="status" className="card flex flex-wrap items-center justify-end gap-x-1 gap-y-2 p-2 pl-4">
      <span className="min-w-40 flex-1">{update.ready}</span>
      <Button variant="quiet" onClick={version.later}>
        {update.later}
      </Button>
      <Button onClick={version.reload}>{update.reload}</Button>
    </aside>
  );
}

/** Reloads a locked till with a new version, once nothing was touched for a minute. */
export function UpdateLockedTill() {
  const version = use(NewVersionContext);
  const isInProgress = useIsInProgress();
  return version === null || isInProgress ? null : <ReloadUnused version={version} afterMs={LOCKED_UNUSED_MS} />;
}

/**
 * Reloads a till that is never locked with a new version, in the first hour of the shop's day, once
 * nothing was touched for ten minutes. Only while it has no sale.
 */
export function UpdateInQuietHour() {
  const version = use(NewVersionContext);
  const isInProgress = useIsInProgress();
  const isQuiet = isFirstHourOfDay(useNow(MINUTE_MS), useShop());
  if (version === null || isInProgress || !isQuiet) return null;
  return <ReloadUnused version={version} afterMs={OPEN_UNUSED_MS} />;
}

/** True within one hour after the business day of a shop began. @param now milliseconds UTC */
export function isFirstHourOfDay(now: number, days: DayTerms): boolean {
  return now - startOfDay(shopDate(now, days), days) < HOUR_MS;
}

function ReloadUnused({ version, afterMs }: { readonly version: NewVersion; readonly afterMs: number }) {
  useIdle(afterMs, version.reload);
  return null;
}

function newVersion(waiting: Workbox, later: () => void): NewVersion {
  return {
    later,
    reload: () => {
      // `controlling` also fires on the very first install, without an earlier version.
      waiting.addEventListener('controlling', ({ isUpdate }) => isUpdate && location.reload());
      waiting.messageSkipWaiting();
    },
  };
}

async function register(onWaiting: (workbox: Workbox) => void): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(trustedUrl('/sw.js'));
  workbox.addEventListener('waiting', () => onWaiting(workbox));
  await workbox.register();
  /* Without a navigation, the browser looks once a day. It may have no network now. */
  setInterval(() => void workbox.update().catch(() => undefined), LOOK_EVERY_MS);
}
