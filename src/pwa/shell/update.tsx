import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Workbox } from 'workbox-window';
import { Button } from '../ui/button.tsx';
import { trustedUrl } from '../ui/trusted-url.ts';
import { useIsUnderWay } from '../wishes/under-way.ts';
import { useDoorWords } from '../words/words.tsx';

interface NewVersion {
  readonly reload: () => void;
  readonly later: () => void;
}

/** The first screen has the network to itself before the whole app is kept on this device. */
const KEEP_AFTER_MS = 3_000;

const NewVersionContext = createContext<NewVersion | null>(null);

/** Listens for a new version, once for the whole app. */
export function UpdateProvider({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<Workbox | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const later = setTimeout(() => void register(setWaiting), KEEP_AFTER_MS);
    return () => clearTimeout(later);
  }, []);
  return (
    <NewVersionContext value={waiting && newVersion(waiting, () => setWaiting(null))}>{children}</NewVersionContext>
  );
}

/**
 * Offers a new version once it has been downloaded; the page is loaded again only when a person
 * says so. It stands in the flow of screens on which nothing is under way, never over anything.
 */
export function UpdateLine() {
  const { update } = useDoorWords();
  const version = use(NewVersionContext);
  const isUnderWay = useIsUnderWay();
  if (version === null || isUnderWay) return null;
  return (
    <aside role="status" className="card flex flex-wrap items-center justify-end gap-x-1 gap-y-2 p-2 pl-4">
      <span className="min-w-40 flex-1">{update.ready}</span>
      <Button look="quiet" onClick={version.later}>
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
      // `controlling` also fires on the very first install, when nothing was out of date.
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
}
