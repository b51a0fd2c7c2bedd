import { queryClient } from '../../../pwa/api/live.ts';
import { page } from '../../../pwa/api/page.ts';
import { ACTIVATIONS_KEY } from '../../../pwa/api/queries.ts';
import { onePerTill } from '../../../pwa/pending-operations/one-per-till.ts';
import { createActivateOutbox } from './outbox.ts';
import { activationQuery } from './queries.ts';
import { createActivateStore } from './store.ts';

/**
 * The actions on activations, the current list, and sent requests. @throws Error outside
 * TillProvider
 */
export const { useStore: useActivateStore, useStoreState: useActivating } = onePerTill(() =>
  createActivateStore({
    ...page,
    outbox: createActivateOutbox(),
    onReport: (view) => {
      queryClient.setQueryData(activationQuery(view.id).queryKey, view);
      void queryClient.invalidateQueries({ queryKey: ACTIVATIONS_KEY });
    },
  }),
);
