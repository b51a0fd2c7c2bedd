import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './state-store.ts';
import { type TillLink, useTillLink } from './till-link.ts';

/**
 * Creates the hooks for a store that exists once per till, and for its state.
 *
 * The first screen that needs the store creates it, so that other screens do not load it. It
 * survives the lock screen. The hooks throw outside TillProvider.
 */
export function onePerTill<State, Store extends { readonly start: () => Promise<void> }>(
  create: (till: TillLink) => Store & ReadableStore<State>,
): { readonly useStore: () => Store; readonly useStoreState: () => State } {
  const stores = new WeakMap<TillLink, Store & ReadableStore<State>>();
  function useStore(): Store & ReadableStore<State> {
    const till = useTillLink();
    const before = stores.get(till);
    if (before !== undefined) return before;
    const store = create(till);
    stores.set(till, store);
    void store.start();
    return store;
  }
  function useStoreState(): State {
    const { subscribe, state } = useStore();
    return useSyncExternalStore(subscribe, state);
  }
  return { useStore, useStoreState };
}
