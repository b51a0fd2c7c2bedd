import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../pwa/api/live.ts';

/** A display that was connected while nobody looked is noticed by asking this often. */
const UNTOLD_MS = 30_000;

/** The other devices that show this till. */
export const displaysQuery = queryOptions({
  queryKey: ['displays'],
  queryFn: ({ signal }) => call('displays', { signal }),
  refetchInterval: UNTOLD_MS,
});

/** A code for one other device. */
export function useDisplayCode() {
  return useMutation({ mutationFn: () => call('displayCode') });
}

/** Ends what another device shows. */
export function useEndDisplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('endDisplay', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: displaysQuery.queryKey }),
  });
}

/** Makes this device a display of the till that made the code. */
export function useConnectDisplay() {
  return useMutation({ mutationFn: (code: string) => call('connectDisplay', { body: { code } }) });
}
