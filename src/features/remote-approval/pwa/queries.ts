import { FALLBACK_POLL_MS } from '../../../pwa/api/limits.ts';
import { call } from '../../../pwa/api/live.ts';
import { ATTENTION_KEY } from '../../../pwa/api/queries.ts';
import type { WaitingForManager } from '../../../pwa/shell/feature.ts';

/** Requests of tills that wait for a manager's approval. */
export const openApprovalsQuery = {
  queryKey: [...ATTENTION_KEY, 'approvals'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call('openApprovals', { signal }),
  networkMode: 'always',
  refetchInterval: FALLBACK_POLL_MS,
} as const satisfies WaitingForManager['query'];
