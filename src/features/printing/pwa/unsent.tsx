import { ApiProblem, NoAnswer } from '../../../pwa/api/client.ts';
import { failureOf } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** Why a document did not reach the printer's queue. */
export function Unsent({ error }: { readonly error: Error }) {
  const messages = usePageMessages('printing');
  if (error instanceof ApiProblem || error instanceof NoAnswer) return <FailureNotice failure={failureOf(error)} />;
  return <Notice tone="attention">{messages.notDrawn}</Notice>;
}
