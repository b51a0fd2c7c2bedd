import { useSyncExternalStore } from 'react';
import { createShown } from './shown.ts';

const { subscribe, state, show } = createShown(0);

/** Something is being sent, or asked after. @returns says that it is over, once */
export function beginUnderWay(): () => void {
  show(state() + 1);
  return () => show(state() - 1);
}

/** Whether a wish of this page is on its way: then nobody is asked to load the page again. */
export function useIsUnderWay(): boolean {
  return useSyncExternalStore(subscribe, () => state() > 0);
}
