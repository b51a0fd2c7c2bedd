import { useSyncExternalStore } from 'react';
import { call, queryClient, SESSION_KEY } from '../api/live.ts';
import { ACTIVATIONS_KEY } from '../api/queries.ts';
import type { TillStore } from '../redeem/till-store.ts';
import { useTillStore } from '../redeem/use-till.tsx';
import { createActivateOutbox } from './activate-outbox.ts';
import { type ActivateStore, type Activating, createActivateStore } from './activate-store.ts';
import { activationQuery } from './queries.ts';

/** The activations of each till: made with its first screen of them and kept behind the lock screen. */
const stores = new WeakMap<TillStore, ActivateStore>();

function storeOf(till: TillStore): ActivateStore {
  const before = stores.get(till);
  if (before !== undefined) return before;
  const store = createActivateStore({
    call,
    outbox: createActivateOutbox(),
    now: Date.now,
    uuid: () => crypto.randomUUID(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    mayAsk: () => queryClient.getQueryData(SESSION_KEY) != null,
    onHeard: (view) => {
      queryClient.setQueryData(activationQuery(view.id).queryKey, view);
      void queryClient.invalidateQueries({ queryKey: ACTIVATIONS_KEY });
    },
  });
  stores.set(till, store);
  void store.start();
  return store;
}

/** The actions on what is activated here. @throws Error outside TillProvider */
export function useActivateStore(): ActivateStore {
  return storeOf(useTillStore());
}

/** The list being made and what is on its way. */
export function useActivating(): Activating {
  const store = useActivateStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
