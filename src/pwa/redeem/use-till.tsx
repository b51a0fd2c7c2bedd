import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../api/live.ts';
import { page } from '../api/page.ts';
import { TENDERS_KEY } from '../api/queries.ts';
import { useShop } from '../shell/use-session.ts';
import { TillLinkContext } from '../wishes/till-link.ts';
import { createTillOutbox } from './outbox.ts';
import { createTillStore, type TillStore } from './store.ts';
import type { Till } from './till.ts';

const TillContext = createContext<TillStore | null>(null);

/** Keeps the sale on this device, locked or not. */
export function TillProvider({ children }: { readonly children: ReactNode }) {
  const { currency } = useShop();
  const [store] = useState(() =>
    createTillStore({
      ...page,
      outbox: createTillOutbox(),
      currency,
      onSettled: () => void queryClient.invalidateQueries({ queryKey: TENDERS_KEY }),
    }),
  );
  useEffect(() => {
    void store.start();
  }, [store]);
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

/** The till as it stands. */
export function useTill(): Till {
  const store = useTillStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
