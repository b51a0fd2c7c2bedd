import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewKey } from '../../../contract/access/key.ts';
import { call } from '../../../pwa/api/live.ts';
import type { NewWebhook } from '../contract/webhook.ts';

/** A message arrives, or does not, without anybody telling the page. */
const LOOK_EVERY_MS = 5_000;

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => call('keys', { signal }) });
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call('webhooks', { signal }),
  refetchInterval: LOOK_EVERY_MS,
});

/** The latest messages of one webhook. */
export const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksQuery.queryKey, id],
    queryFn: ({ signal }) => call('webhookMessages', { params: { id }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  });

/** Makes a key; its answer is the only one that holds it. */
export const useMakeKey = () => useChange(keysQuery.queryKey, (body: NewKey) => call('makeKey', { body }));

/** Another secret for a key; its answer is the only one that holds it. */
export const useReplaceKey = () =>
  useChange(keysQuery.queryKey, (id: string) => call('replaceKey', { params: { id } }));

/** Ends a key. */
export const useRevokeKey = () =>
  useChange(keysQuery.queryKey, (id: string) => call('revokeKey', { params: { id }, keepalive: true }));

/** Adds a webhook; its answer, and that of a new secret, are the only ones that hold a secret. */
export const useAddWebhook = () =>
  useChange(webhooksQuery.queryKey, (body: NewWebhook) => call('addWebhook', { body }));
export const useRotateWebhook = () =>
  useChange(webhooksQuery.queryKey, (id: string) => call('rotateWebhook', { params: { id } }));

/** Sends nothing more to a webhook. */
export const useRemoveWebhook = () =>
  useChange(webhooksQuery.queryKey, (id: string) => call('removeWebhook', { params: { id } }));

function useChange<In, Out>(queryKey: readonly string[], mutationFn: (given: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, gcTime: 0, onSuccess: () => client.invalidateQueries({ queryKey }) });
}
