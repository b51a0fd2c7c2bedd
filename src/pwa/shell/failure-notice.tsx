import type { Failure } from '../api/failure.ts';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useInitialMessages } from '../words/words.tsx';

/** Returns a function that describes a failure in the current language. */
export function useFailureMessage(): (failure: Failure) => string {
  const { problems, noAnswer, unlock } = useInitialMessages();
  const { wait } = useFormat();
  return (failure) => {
    if (failure.kind === 'no-answer') return noAnswer;
    const { code, details } = failure;
    if (code === 'slow-down' && details.retryAfterMs !== undefined) return unlock.wait(wait(details.retryAfterMs));
    if (code === 'locked' && details.retryAfterMs !== undefined) return unlock.lockedFor(wait(details.retryAfterMs));
    if (code === 'wrong-pin' && details.attemptsLeft !== undefined)
      return unlock.attemptsRemaining(details.attemptsLeft);
    return problems[code];
  };
}

export function FailureNotice({ failure }: { readonly failure: Failure | null }) {
  const failureMessage = useFailureMessage();
  return (
    failure && <Notice tone={failure.kind === 'no-answer' ? 'attention' : 'refused'}>{failureMessage(failure)}</Notice>
  );
}
