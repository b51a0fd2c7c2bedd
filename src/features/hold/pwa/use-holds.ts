import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../pwa/api/live.ts';
import type { HoldRequest } from '../contract/hold.ts';
import { USE_HOLDS_POLL_MS } from './limits.ts';

/** Vouchers on hold, and the latest released ones. */
export const holdsQuery = queryOptions({
  queryKey: ['holds'],
  queryFn: ({ signal }) => call('holds', { signal }),
  refetchInterval: USE_HOLDS_POLL_MS,
});

/** Puts a voucher on hold. Its code is not stored. */
export function useCreateHold() {
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: HoldRequest }) =>
      call('putHold', { params: { id }, body }),
    gcTime: 0,
    onSuccess: useHoldsChanged(),
  });
}

export function useReleaseHold() {
  return useMutation({
    mutationFn: (id: string) => call('letGo', { params: { id } }),
    onSuccess: useHoldsChanged(),
  });
}

function useHoldsChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: holdsQuery.queryKey });
}
