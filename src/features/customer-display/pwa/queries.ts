import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../pwa/api/live.ts';

/** Poll interval, because new displays are not pushed. */
const POLL_MS = 30_000;

export const displaysQuery = queryOptions({
  queryKey: ['displays'],
  queryFn: ({ signal }) => call('displays', { signal }),
  refetchInterval: POLL_MS,
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
