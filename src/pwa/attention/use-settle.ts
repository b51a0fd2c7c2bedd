import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttentionItem, AttentionRequest } from '../../contract/redemption/attention.ts';
import { call } from '../api/live.ts';
import { attentionQuery } from '../api/queries.ts';

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

function replaced(items: readonly AttentionItem[], id: string, item: AttentionItem | null): AttentionItem[] {
  return items.flatMap((known) => (known.id === id ? (item ?? []) : known));
}
