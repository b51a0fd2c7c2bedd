import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApprovableOperation } from '../../contract/access/approval.ts';
import { failureOrNull } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { ATTENTION_KEY } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';

/** Decisions are pushed; this interval catches one that was missed. */
const ASK_AGAIN_MS = 2_000;

interface AskManagersProps {
  readonly id: string;
  readonly wish: ApprovableOperation;
  /** The wish can be sent now. */
  readonly onApproved: () => void;
}

export function AskManagers({ id, wish, onApproved }: AskManagersProps) {
  const words = usePageWords('approval');
  const client = useQueryClient();
  const now = useNow(1_000);
  const queryKey = [...ATTENTION_KEY, 'asked', id];
  const ask = useMutation({
    mutationFn: () => call('askApproval', { params: { id }, body: { wish } }),
    onSuccess: (asked) => client.setQueryData(queryKey, asked),
  });
  const takeBack = useMutation({
    mutationFn: () => call('takeBackApproval', { params: { id } }),
    onSuccess() {
      ask.reset();
      client.removeQueries({ queryKey });
    },
  });
  const { data: asked } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('askedApproval', { params: { id }, signal }),
    enabled: ask.isSuccess,
    refetchInterval: ({ state }) => (state.data?.state === 'asked' ? ASK_AGAIN_MS : false),
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
        <p role="status">{asked?.managerSignedIn === false ? words.noManagerSignedIn : words.asked}</p>
        <p aria-hidden className="text-label text-neutral-9 tabular-nums">
          {words.secondsLeft(seconds)}
        </p>
        <Button className="justify-self-start" disabled={takeBack.isPending} onClick={() => takeBack.mutate()}>
          {words.takeBack}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      {state === 'refused' && <Notice tone="refused">{words.refusedBy(asked?.person ?? '')}</Notice>}
      {state === 'over' && <Notice tone="attention">{words.nobodyAnswered}</Notice>}
      <FailureNotice failure={failureOrNull(ask.error)} />
      <Button className="justify-self-start" disabled={ask.isPending} onClick={() => ask.mutate()}>
        {words.askManagers}
      </Button>
    </div>
  );
}
