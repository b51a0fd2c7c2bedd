import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../pwa/api/live.ts';
import { CUSTOMER_DISPLAY_QUERIES_POLL_MS } from './limits.ts';

export const displaysQuery = queryOptions({
  queryKey: ['displays'],
  queryFn: ({ signal }) => call('displays', { signal }),
  refetchInterval: CUSTOMER_DISPLAY_QUERIES_POLL_MS,
});

export function useDisplayCode() {
  return useMutation({ mutationFn: () => call('displayCode') });
}

export function useEndDisplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('endDisplay', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: displaysQuery.queryKey }),
  });
}

/** Makes this device a display of the till that created the code. */
export function useConnectDisplay() {
  return useMutation({ mutationFn: (code: string) => call('connectDisplay', { body: { code } }) });
}
