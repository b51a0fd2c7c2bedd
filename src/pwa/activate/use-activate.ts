import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/live.ts';
import { page } from '../api/page.ts';
import { ACTIVATIONS_KEY } from '../api/queries.ts';
import { onePerTill } from '../redeem/one-per-till.ts';
import { createActivateOutbox } from './outbox.ts';
import { activationQuery } from './queries.ts';
import { type Activating, createActivateStore } from './store.ts';

/** The actions on what is activated here. @throws Error outside TillProvider */
export const useActivateStore = onePerTill(() =>
  createActivateStore({
    ...page,
    outbox: createActivateOutbox(),
    onHeard: (view) => {
      queryClient.setQueryData(activationQuery(view.id).queryKey, view);
      void queryClient.invalidateQueries({ queryKey: ACTIVATIONS_KEY });
    },
  }),
);

/** The list being made and what is on its way. */
export function useActivating(): Activating {
  const store = useActivateStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
