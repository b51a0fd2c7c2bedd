import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../pwa/api/live.ts';
import type { HoldRequest } from '../contract/hold.ts';

/** Another manager may hold a voucher meanwhile; nobody tells pages of it. */
const ASK_AGAIN_MS = 15_000;

/** Vouchers on hold, and the last ones that were let go. */
export const holdsQuery = queryOptions({
  queryKey: ['holds'],
  queryFn: ({ signal }) => call('holds', { signal }),
  refetchInterval: ASK_AGAIN_MS,
});

/** Puts a voucher on hold; nothing of its code is kept. */
export function usePutHold() {
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: HoldRequest }) =>
      call('putHold', { params: { id }, body }),
    gcTime: 0,
    onSuccess: useHoldsChanged(),
  });
}

/** Lets a voucher go that was on hold. */
export function useLetGo() {
  return useMutation({
    mutationFn: (id: string) => call('letGo', { params: { id } }),
    onSuccess: useHoldsChanged(),
  });
}

function useHoldsChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: holdsQuery.queryKey });
}
