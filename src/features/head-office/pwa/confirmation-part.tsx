import { lazy, Suspense, useEffect, useState } from 'react';
import { confirmation } from '../../../pwa/api/live.ts';

const ConfirmationDialog = lazy(() =>
  import('./confirmation-dialog.tsx').then(({ ConfirmationDialog: Part }) => ({ default: Part })),
);

/** Waits for requests that the user has to confirm with a passkey. */
export function ConfirmationPart() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => confirmation.offer(setWaiting), []);
  return (
    isWaiting && (
      <Suspense>
        <ConfirmationDialog onClose={confirmation.finish} />
      </Suspense>
    )
  );
}
