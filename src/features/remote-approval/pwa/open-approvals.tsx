import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { RequestFacts } from '../../../pwa/approval/request-facts.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { OpenApproval } from '../contract/open-approval.ts';
import { openApprovalsQuery } from './queries.ts';

/** Requests of tills that wait for a manager, each approved or declined with one tap. */
export function OpenApprovals() {
  const messages = usePageMessages('remote-approval');
  const client = useQueryClient();
  const { data = [] } = useQuery(openApprovalsQuery);
  const answer = useMutation({
    mutationFn: ({ of: { id, version }, approved }: { readonly of: OpenApproval; readonly approved: boolean }) =>
      call('answerApproval', { params: { id }, body: { approved, version } }),
    onSettled: () => client.invalidateQueries({ queryKey: openApprovalsQuery.queryKey }),
  });
  const now = useNow(1_000);
  const open = data.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  return (
    <>
      <FailureNotice failure={failureOrNull(answer.error)} />
      {open.length > 0 && (
        <ul aria-label={messages.waiting} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {open.map((one) => (
            <li key={one.id} className="card grid gap-3 border-attention-ink p-4">
              <ApprovalRequest asked={one} now={now} />
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="main"
                  disabled={answer.isPending}
                  onClick={() => answer.mutate({ of: one, approved: true })}
                >
                  {messages.approve}
                </Button>
                <Button disabled={answer.isPending} onClick={() => answer.mutate({ of: one, approved: false })}>
                  {messages.refuse}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ApprovalRequest({ asked, now }: { readonly asked: OpenApproval; readonly now: number }) {
  const messages = usePageMessages('remote-approval');
  const { person, device, expiresAt } = asked;
  const seconds = Math.ceil((Date.parse(expiresAt) - now) / 1_000);
  return (
    <div className="grid gap-1">
      <RequestFacts {...asked} />
      <p>{messages.asks(person, device)}</p>
      <p aria-hidden className="text-label text-neutral-9 tabular-nums">
        {messages.secondsRemaining(seconds)}
      </p>
    </div>
  );
}
