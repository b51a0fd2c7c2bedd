import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttentionItem, AttentionRequest } from '../../contract/redemption/attention.ts';
import { call } from '../api/live.ts';
import { attentionQuery } from '../api/queries.ts';

/**
 * Takes an action on a case and shows the answer at once. The list is reloaded in any case: if the
 * case cannot be settled this way, it is not what the screen showed.
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
