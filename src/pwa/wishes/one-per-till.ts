import { type TillLink, useTillLink } from './till-link.ts';

/**
 * The hook for a store of which each till has one: made with the first screen that asks for it, so that nobody waits for it before, and kept
 * behind the lock screen. The hook throws outside TillProvider.
 */
export function onePerTill<Store extends { readonly start: () => Promise<void> }>(create: (till: TillLink) => Store): () => Store {
  const stores = new WeakMap<TillLink, Store>();
  return function useStore() {
    const till = useTillLink();
    const before = stores.get(till);
    if (before !== undefined) return before;
    const store = create(till);
    stores.set(till, store);
    void store.start();
    return store;
  };
}
