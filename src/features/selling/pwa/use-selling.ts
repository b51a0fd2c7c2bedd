import type { Session } from '../../../contract/access/people.ts';
import { queryClient, SESSION_KEY } from '../../../pwa/api/live.ts';
import { page } from '../../../pwa/api/page.ts';
import { ISSUES_KEY } from '../../../pwa/api/queries.ts';
import { onePerTill } from '../../../pwa/pending-operations/one-per-till.ts';
import { createSellOutbox } from './outbox.ts';
import { createSellStore } from './store.ts';

/**
 * The actions on orders, and those that the server may not have yet. @throws Error outside
 * TillProvider
 */
export const { useStore: useSellStore, useStoreState: useSellings } = onePerTill(() =>
  createSellStore({
    ...page,
    outbox: createSellOutbox(),
    personId: () => queryClient.getQueryData<Session | null>(SESSION_KEY)?.person.id ?? null,
    onArrived: () => void queryClient.invalidateQueries({ queryKey: ISSUES_KEY }),
  }),
);
