import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { sessionQuery } from '../../../pwa/api/queries.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { HeldVoucher } from '../contract/hold.ts';

const HoldDialog = lazy(() => import('./hold-dialog.tsx').then(({ HoldDialog: part }) => ({ default: part })));

interface HoldButtonProps {
  readonly about: HeldVoucher;
  readonly look?: 'plain' | 'quiet';
  readonly className?: string;
}

export function HoldButton(props: HoldButtonProps) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  if (session?.person.role !== 'manager') return null;
  return (
    <Suspense>
      <OpensDialog {...props} />
    </Suspense>
  );
}

function OpensDialog({ about, look = 'quiet', className = '' }: HoldButtonProps) {
  const messages = usePageMessages('hold');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={look} className={className} onClick={() => setOpen(true)}>
        <Ban aria-hidden strokeWidth={1.75} size={20} />
        {messages.hold}
      </Button>
      {isOpen && (
        <Suspense>
          <HoldDialog voucher={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
