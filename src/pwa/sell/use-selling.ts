import { useSyncExternalStore } from 'react';
import type { Session } from '../../contract/people.ts';
import { queryClient, SESSION_KEY } from '../api/live.ts';
import { page } from '../api/page.ts';
import { ISSUES_KEY } from '../api/queries.ts';
import { onePerTill } from '../redeem/one-per-till.ts';
import { createSellOutbox } from './outbox.ts';
import { createSellStore, type Sellings } from './store.ts';

/** The actions on orders. @throws Error outside TillProvider */
export const useSellStore = onePerTill(() =>
  createSellStore({
    ...page,
    outbox: createSellOutbox(),
    personId: () => queryClient.getQueryData<Session | null>(SESSION_KEY)?.person.id ?? null,
    onArrived: () => void queryClient.invalidateQueries({ queryKey: ISSUES_KEY }),
  }),
);

/** Orders that the server may not have yet. */
export function useSellings(): Sellings {
  const store = useSellStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
