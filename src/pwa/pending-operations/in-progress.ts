import { useSyncExternalStore } from 'react';
import { createStateStore } from './state-store.ts';

const { subscribe, state, set } = createStateStore(0);

/** Marks the start of sending or querying. @returns a function that marks the end, once */
export function markInProgress(): () => void {
  set(state() + 1);
  return () => set(state() - 1);
}

/** True while an operation of this page is in progress: a reload is not offered then. */
export function useIsInProgress(): boolean {
  return useSyncExternalStore(subscribe, () => state() > 0);
}
