import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewKey } from '../../../contract/access/key.ts';
import { call } from '../../../pwa/api/live.ts';
import type { NewWebhook } from '../contract/webhook.ts';
import { USE_CONNECTIONS_POLL_MS } from './limits.ts';

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => call('keys', { signal }) });
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call('webhooks', { signal }),
  refetchInterval: USE_CONNECTIONS_POLL_MS,
});

export const webhookMessagesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksQuery.queryKey, id],
    queryFn: ({ signal }) => call('webhookMessages', { params: { id }, signal }),
    refetchInterval: USE_CONNECTIONS_POLL_MS,
  });

/** Creates a key. Only this response contains it. */
export const useMakeKey = () => useChange(keysQuery.queryKey, (body: NewKey) => call('makeKey', { body }));

/** Replaces a key's secret. Only this response contains it. */
export const useReplaceKey = () =>
  useChange(keysQuery.queryKey, (id: string) => call('replaceKey', { params: { id } }));

export const useRevokeKey = () =>
  useChange(keysQuery.queryKey, (id: string) => call('revokeKey', { params: { id }, keepalive: true }));

/** Adds a webhook. Only this response, and that of replacing the secret, contain a secret. */
export const useAddWebhook = () =>
  useChange(webhooksQuery.queryKey, (body: NewWebhook) => call('addWebhook', { body }));
export const useRotateWebhook = () =>
  useChange(webhooksQuery.queryKey, (id: string) => call('rotateWebhook', { params: { id } }));

export const useSendAgain = (id: string) =>
  useChange(webhooksQuery.queryKey, (message: string) =>
    call('sendMessageAgain', { params: { id }, body: { message } }),
  );

export const useRemoveWebhook = () =>
  useChange(webhooksQuery.queryKey, (id: string) => call('removeWebhook', { params: { id } }));

function useChange<In, Out>(queryKey: readonly string[], mutationFn: (given: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, gcTime: 0, onSuccess: () => client.invalidateQueries({ queryKey }) });
}
