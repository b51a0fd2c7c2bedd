import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/live.ts';
import { page } from '../api/page.ts';
import { TENDERS_KEY } from '../api/queries.ts';
import { onePerTill } from '../wishes/one-per-till.ts';
import { createRefundOutbox } from './refund-outbox.ts';
import { createRefundStore, type Refunds } from './refund-store.ts';

/** The actions on refunds. @throws Error outside TillProvider */
export const useRefundStore = onePerTill((till) =>
  createRefundStore({
    ...page,
    outbox: createRefundOutbox(),
    onSettled: (tenderId) => {
      till.refresh(tenderId);
      void queryClient.invalidateQueries({ queryKey: TENDERS_KEY });
    },
  }),
);

/** Refunds as they stand on this page. */
export function useRefunds(): Refunds {
  const store = useRefundStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
