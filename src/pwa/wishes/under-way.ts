import { useSyncExternalStore } from 'react';
import { createShown } from './shown.ts';

const { subscribe, state, show } = createShown(0);

/** Marks the start of sending or querying. @returns a function that marks the end, once */
export function beginUnderWay(): () => void {
  show(state() + 1);
  return () => show(state() - 1);
}

/** True while an operation of this page is in progress: then no reload is offered. */
export function useIsUnderWay(): boolean {
  return useSyncExternalStore(subscribe, () => state() > 0);
}
