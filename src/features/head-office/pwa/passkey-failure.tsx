import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PasskeyMissing } from './use-passkeys.ts';

/** Explains why an action with a passkey had no effect. */
export function PasskeyFailure({ error }: { readonly error: Error | null }) {
  const messages = usePageMessages('head-office');
  const { problems } = useMessages();
  if (!(error instanceof PasskeyMissing)) return <FailureNotice failure={failureOrNull(error)} />;
  const { reason } = error;
  return <Notice tone="attention">{reason === 'known' ? problems['passkey-known'] : messages[reason]}</Notice>;
}
