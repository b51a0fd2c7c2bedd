import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttentionItem, AttentionRequest } from '../../contract/redemption/attention.ts';
import { call } from '../api/live.ts';
import { attentionQuery } from '../api/queries.ts';

/**
 * Takes an action on a case and shows the answer at once. The list is reloaded in any case: after a
 * refusal, the displayed case was out of date.
 */
export function useSettle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: AttentionRequest & { id: string }) =>
      call('settleAttention', { params: { id }, body }),
    onSuccess: ({ item }, { id }) =>
      client.setQueryData(attentionQuery.queryKey, (items) => withReplacedCase(items ?? [], id, item)),
    onSettled: () => client.invalidateQueries({ queryKey: attentionQuery.queryKey }),
  });
}

function withReplacedCase(items: readonly AttentionItem[], id: string, item: AttentionItem | null): AttentionItem[] {
  return items.flatMap((known) => (known.id === id ? (item ?? []) : known));
}
