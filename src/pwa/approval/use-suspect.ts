import { useMutation } from '@tanstack/react-query';
import type { ApprovableOperation } from '../../contract/access/approval.ts';
import { call } from '../api/live.ts';

/** Reports that a request was dropped, because a fraudulent caller may have caused it. */
export function useSuspect() {
  return useMutation({
    mutationFn: ({ id, wish }: { readonly id: string; readonly wish: ApprovableOperation }) =>
      call('suspectScam', { params: { id }, body: { wish } }),
  });
}
