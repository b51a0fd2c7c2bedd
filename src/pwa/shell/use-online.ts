import { useSyncExternalStore } from 'react';
import { serverReach } from '../api/live.ts';

/** True if the server answers this page. */
export function useOnline(): boolean {
  return useSyncExternalStore(serverReach.subscribe, () => serverReach.state().isReached);
}
