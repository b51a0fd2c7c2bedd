import { useSyncExternalStore } from 'react';
import type { Watched } from './shown.ts';
import { type TillLink, useTillLink } from './till-link.ts';

/**
 * Makes the hooks for a store of which each till has one, and for what it shows.
 *
 * The first screen that asks makes the store, so that nobody waits for it before; it is kept behind
 * the lock screen. The hooks throw outside TillProvider.
 */
export function onePerTill<State, Store extends { readonly start: () => Promise<void> }>(
  create: (till: TillLink) => Store & Watched<State>,
): { readonly useStore: () => Store; readonly useShown: () => State } {
  const stores = new WeakMap<TillLink, Store & Watched<State>>();
  function useStore(): Store & Watched<State> {
    const till = useTillLink();
    const before = stores.get(till);
    if (before !== undefined) return before;
    const store = create(till);
    stores.set(till, store);
    void store.start();
    return store;
  }
  function useShown(): State {
    const { subscribe, state } = useStore();
    return useSyncExternalStore(subscribe, state);
  }
  return { useStore, useShown };
}
