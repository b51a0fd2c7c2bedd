import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { ATTENTION_KEY } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import type { RequestApprovalProps } from '../../../pwa/shell/feature.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { REQUEST_APPROVAL_POLL_MS } from './limits.ts';

export function RequestApproval({ id, operation, onApproved }: RequestApprovalProps) {
  const messages = usePageMessages('remote-approval');
  const client = useQueryClient();
  const now = useNow(1_000);
  const queryKey = [...ATTENTION_KEY, 'asked', id];
  const request = useMutation({
    mutationFn: () => call('askApproval', { params: { id }, body: { wish: operation } }),
    onSuccess: (asked) => client.setQueryData(queryKey, asked),
  });
  const withdraw = useMutation({
    mutationFn: () => call('takeBackApproval', { params: { id } }),
    onSuccess() {
      request.reset();
      client.removeQueries({ queryKey });
    },
  });
  const { data: asked } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('askedApproval', { params: { id }, signal }),
    enabled: request.isSuccess,
    refetchInterval: ({ state }) => (state.data?.state === 'asked' ? REQUEST_APPROVAL_POLL_MS : false),
  });
  const state = asked?.state;
  /* The component may render again before the request was sent. */
  const isSent = useRef(false);
  useEffect(() => {
    if (state !== 'approved' || isSent.current) return;
    isSent.current = true;
    onApproved();
  }, [state, onApproved]);
  if (state === 'asked') {
    const seconds = Math.max(0, Math.ceil((Date.parse(asked?.expiresAt ?? '') - now) / 1_000));
    return (
      <div className="grid gap-2">
        <p role="status">{asked?.managerSignedIn === false ? messages.noManagerSignedIn : messages.asked}</p>
        <p aria-hidden className="text-label text-neutral-9 tabular-nums">
          {messages.secondsRemaining(seconds)}
        </p>
        <Button className="justify-self-start" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {messages.takeBack}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      {state === 'refused' && <Notice tone="refused">{messages.refusedBy(asked?.person ?? '')}</Notice>}
      {state === 'over' && <Notice tone="attention">{messages.noAnswer}</Notice>}
      <FailureNotice failure={failureOrNull(request.error)} />
      <Button className="justify-self-start" disabled={request.isPending} onClick={() => request.mutate()}>
        {messages.askManagers}
      </Button>
    </div>
  );
}
