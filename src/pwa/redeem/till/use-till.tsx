import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { TillLinkContext } from '../../pending-operations/till-link.ts';
import type { TillStore } from './store.ts';
import type { Till } from './till.ts';

const TillContext = createContext<TillStore | null>(null);

export function TillProvider({ store, children }: { readonly store: TillStore; readonly children: ReactNode }) {
  return (
    <TillContext value={store}>
      <TillLinkContext value={store}>{children}</TillLinkContext>
    </TillContext>
  );
}

/** The actions of the till. @throws Error outside TillProvider */
export function useTillStore(): TillStore {
  const store = use(TillContext);
  if (store === null) throw new Error('The till is known inside TillProvider only');
  return store;
}

export function useTill(): Till {
  const store = useTillStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
