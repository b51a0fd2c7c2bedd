import { useSyncExternalStore } from 'react';
import type { Session } from '../../contract/people.ts';
import { call, queryClient, SESSION_KEY } from '../api/live.ts';
import { ISSUES_KEY } from '../api/queries.ts';
import type { TillStore } from '../redeem/till-store.ts';
import { useTillStore } from '../redeem/use-till.tsx';
import { createSellOutbox } from './sell-outbox.ts';
import { createSellStore, type Sellings, type SellStore } from './sell-store.ts';

/** The orders of each till: made with its first screen of them, and kept behind the lock screen. */
const stores = new WeakMap<TillStore, SellStore>();

function storeOf(till: TillStore): SellStore {
  const before = stores.get(till);
  if (before !== undefined) return before;
  const store = createSellStore({
    call,
    outbox: createSellOutbox(),
    now: Date.now,
    uuid: () => crypto.randomUUID(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    personId: () => queryClient.getQueryData<Session | null>(SESSION_KEY)?.person.id ?? null,
    onArrived: () => void queryClient.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
  stores.set(till, store);
  void store.start();
  return store;
}

/** The actions on orders. @throws Error outside TillProvider */
export function useSellStore(): SellStore {
  return storeOf(useTillStore());
}

/** Orders that the server may not have yet. */
export function useSellings(): Sellings {
  const store = useSellStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
