import { queryClient } from '../api/live.ts';
import { page } from '../api/page.ts';
import { TENDERS_KEY } from '../api/queries.ts';
import { onePerTill } from '../pending-operations/one-per-till.ts';
import { createRefundOutbox } from './outbox.ts';
import { createRefundStore } from './store.ts';

/**
 * The actions on refunds, and the current refunds of this page.
 * @throws Error outside TillProvider
 */
export const { useStore: useRefundStore, useStoreState: useRefunds } = onePerTill((till) =>
  createRefundStore({
    ...page,
    outbox: createRefundOutbox(),
    onSettled: (tenderId) => {
      till.refresh(tenderId);
      void queryClient.invalidateQueries({ queryKey: TENDERS_KEY });
    },
  }),
);
