import { useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { HeldVoucher, Hold } from '../contract/hold.ts';
import { HoldForm, HoldResult } from './hold-form.tsx';

export function HoldDialog({ voucher, onClose }: { readonly voucher: HeldVoucher; readonly onClose: () => void }) {
  const messages = usePageMessages('hold');
  const { common } = useMessages();
  const [hold, setHold] = useState<Hold | null>(null);
  return (
    <Dialog title={messages.hold} onClose={onClose}>
      {hold === null ? (
        <HoldForm voucher={voucher} onHeld={setHold}>
          <p>{messages.what}</p>
        </HoldForm>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <HoldResult hold={hold} />
          <Button variant="main" className="justify-self-start" autoFocus onClick={onClose}>
            {common.close}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
