import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { ACTIVATIONS_KEY, ATTENTION_KEY } from '../../../pwa/api/queries.ts';
import { addressOfActivation } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import type { CaseSlotProps } from '../../../pwa/shell/feature.ts';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { isActivationOpen } from '../contract/activation.ts';

/** Links to the activation of a case, and offers to send its unknown ranges again. */
export function ActivationCase({ item: { id, resend = [] }, onSentAgain }: CaseSlotProps) {
  const attention = usePageMessages('attention');
  const client = useQueryClient();
  const sendAgain = useMutation({
    mutationFn: (ranges: readonly number[]) =>
      call('resumeActivation', { params: { id }, body: { ranges: [...ranges] } }),
    onSuccess({ state, ranges }) {
      if (isActivationOpen(state)) return onSentAgain('running');
      onSentAgain(ranges.every((range) => range.state === 'done') ? 'done' : 'other');
    },
    onSettled: () =>
      Promise.all([ATTENTION_KEY, ACTIVATIONS_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (
    <>
      <Link href={addressOfActivation(id)} className={`${buttonClass('main')} max-tablet:w-full`}>
        {attention.openActivation}
      </Link>
      {resend.length > 0 && (
        <Button className="max-tablet:w-full" disabled={sendAgain.isPending} onClick={() => sendAgain.mutate(resend)}>
          {attention.sendAgain}
        </Button>
      )}
      <FailureNotice failure={failureOrNull(sendAgain.error)} />
    </>
  );
}
