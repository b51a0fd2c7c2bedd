import { useSyncExternalStore } from 'react';
import { call, queryClient, SESSION_KEY } from '../api/live.ts';
import { TENDERS_KEY } from '../api/queries.ts';
import type { TillStore } from '../redeem/till-store.ts';
import { useTillStore } from '../redeem/use-till.tsx';
import { createRefundOutbox } from './refund-outbox.ts';
import { createRefundStore, type RefundStore, type Refunds } from './refund-store.ts';

/** The refunds of each till: made with its first screen, so that nobody waits for it before, and kept behind the lock screen. */
const stores = new WeakMap<TillStore, RefundStore>();

function storeOf(till: TillStore): RefundStore {
  const before = stores.get(till);
  if (before !== undefined) return before;
  const store = createRefundStore({
    call,
    outbox: createRefundOutbox(),
    now: Date.now,
    uuid: () => crypto.randomUUID(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    mayAsk: () => queryClient.getQueryData(SESSION_KEY) != null,
    onSettled: (tenderId) => {
      till.lookAt(tenderId);
      void queryClient.invalidateQueries({ queryKey: TENDERS_KEY });
    },
  });
  stores.set(till, store);
  void store.start();
  return store;
}

/** The actions on refunds. @throws Error outside TillProvider */
export function useRefundStore(): RefundStore {
  return storeOf(useTillStore());
}

/** Refunds as they stand on this page. */
export function useRefunds(): Refunds {
  const store = useRefundStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
