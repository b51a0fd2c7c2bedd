import { useSyncExternalStore } from 'react';

/** From a tablet on, as the styles have it. */
const QUERY = '(min-width: 40rem)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia?.(QUERY);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** Whether the screen is wide enough for columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(QUERY)?.matches ?? true);
}
