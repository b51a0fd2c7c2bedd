import { useEffect, useState } from 'react';
import type { Workbox } from 'workbox-window';
import { Button } from '../ui/button.tsx';
import { trustedUrl } from '../ui/trusted-url.ts';
import { useWords } from '../words/words.tsx';

/** Offers a new version when one has been downloaded; the page is loaded again only when a person says so. */
export function Update() {
  const { update } = useWords();
  const [waiting, setWaiting] = useState<Workbox | null>(null);
  useEffect(() => {
    if (import.meta.env.PROD && 'serviceWorker' in navigator) void register(setWaiting);
  }, []);
  if (waiting === null) return null;
  const reload = () => {
    // `controlling` also fires on the very first install, when nothing was out of date.
    waiting.addEventListener('controlling', ({ isUpdate }) => isUpdate && location.reload());
    waiting.messageSkipWaiting();
  };
  return (
    <aside role="status" className="screen-only card fixed right-3 bottom-3 z-30 flex items-center gap-2 p-2 pl-4 shadow-float">
      {update.ready}
      <Button onClick={reload}>{update.reload}</Button>
      <Button look="quiet" onClick={() => setWaiting(null)}>
        {update.later}
      </Button>
    </aside>
  );
}

async function register(onWaiting: (workbox: Workbox) => void): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(trustedUrl('/sw.js'));
  workbox.addEventListener('waiting', () => onWaiting(workbox));
  await workbox.register();
}
