import { Building2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

const OfficeSignIn = lazy(() => import('./office-sign-in.tsx').then(({ OfficeSignIn: Part }) => ({ default: Part })));

/** Opens the sign-in of head office on the lock screen. */
export function OfficeEntry() {
  const messages = usePageMessages('head-office');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Building2 aria-hidden strokeWidth={1.75} size={20} />
        {messages.title}
      </Button>
      {isOpen && (
        <Suspense>
          <OfficeSignIn onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
