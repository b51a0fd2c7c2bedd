import { useQueries } from '@tanstack/react-query';
import { slotsOf } from './slots.ts';

/** Returns the number of things that wait for a manager besides cases. */
export function useWaitingCount(enabled = true): number {
  return useQueries({
    queries: slotsOf('waitingForManager').map(({ query }) => ({ ...query, enabled })),
    combine: (results) => results.reduce((sum, { data }) => sum + (data?.length ?? 0), 0),
  });
}
