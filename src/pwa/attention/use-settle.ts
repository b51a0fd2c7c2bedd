import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttentionItem, AttentionRequest } from '../../contract/redemption/attention.ts';
import type { ActivationView } from '../../features/gift-cards/contract/activation.ts';
import { call } from '../api/live.ts';
import { ACTIVATIONS_KEY, ATTENTION_KEY, attentionQuery } from '../api/queries.ts';

/**
 * Takes a way out of a case. What the answer says is on the screen at once; whatever was answered,
 * the list is then read anew, because a case that cannot be settled this way is not what the screen
 * showed.
 */
export function useSettle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: AttentionRequest & { id: string }) =>
      call('settleAttention', { params: { id }, body }),
    onSuccess: ({ item }, { id }) =>
      client.setQueryData(attentionQuery.queryKey, (items) => replaced(items ?? [], id, item)),
    onSettled: () => client.invalidateQueries({ queryKey: attentionQuery.queryKey }),
  });
}

/**
 * Sends ranges of an activation again, by their positions. The case may leave the list before the
 * answer is there, so what hears of it must not go with the case.
 */
export function useSendAgain(id: string, onSentAgain: (view: ActivationView) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ranges: readonly number[]) =>
      call('resumeActivation', { params: { id }, body: { ranges: [...ranges] } }),
    onSuccess: onSentAgain,
    onSettled: () =>
      Promise.all([ATTENTION_KEY, ACTIVATIONS_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

function replaced(items: readonly AttentionItem[], id: string, item: AttentionItem | null): AttentionItem[] {
  return items.flatMap((known) => (known.id === id ? (item ?? []) : known));
}
