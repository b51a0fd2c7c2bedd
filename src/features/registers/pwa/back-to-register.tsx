import { use } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { useMessages } from '../../../pwa/words/words.tsx';
import { RegisterReturnContext, useGoBack } from './use-go-back.ts';

/** The register receives an unknown outcome; the server follows the redemption up. */
export function BackToRegister() {
  const { registers } = useMessages();
  const back = useGoBack();
  const { inFrame } = use(RegisterReturnContext);
  if (inFrame) return <p className="max-w-prose animate-in">{registers.frameWaits}</p>;
  return (
    <div className="grid animate-in justify-items-center gap-2">
      <Button variant="main" disabled={back.isPending} onClick={() => back.mutate()}>
        {registers.backUnknown}
      </Button>
      <p className="max-w-prose text-neutral-10">{registers.backUnknownMore}</p>
      <FailureNotice failure={failureOrNull(back.error)} />
    </div>
  );
}
