import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Workbox } from 'workbox-window';
import { useIsInProgress } from '../pending-operations/in-progress.ts';
import { Button } from '../ui/button.tsx';
import { trustedUrl } from '../ui/trusted-url.ts';
import { useInitialMessages } from '../words/words.tsx';
import { PRECACHE_AFTER_MS, UPDATE_CHECK_EVERY_MS } from './limits.ts';

export interface NewVersion {
  readonly reload: () => void;
  readonly later: () => void;
}

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

/** The new version that waits; null if there is none, or while an operation is in progress. */
export function useNewVersion(): NewVersion | null {
  const version = use(NewVersionContext);
  return useIsInProgress() ? null : version;
}

/**
 * Offers a new version once it is downloaded. The page reloads only after a tap. The notice appears
 * in the flow of screens without a redemption in progress, and never covers anything.
 */
export function UpdateLine() {
  const { update } = useInitialMessages();
  const version = useNewVersion();
  if (version === null) return null;
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
  setInterval(() => void workbox.update().catch(() => undefined), UPDATE_CHECK_EVERY_MS);
}
