import { useSyncExternalStore } from 'react';
import { reach } from '../api/live.ts';

/** True if the server answers this page. */
export function useOnline(): boolean {
  return useSyncExternalStore(reach.subscribe, () => reach.state().isReached);
}
