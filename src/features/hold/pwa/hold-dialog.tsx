import { useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { HeldVoucher, Hold } from '../contract/hold.ts';
import { Held, HoldForm } from './hold-form.tsx';

export function HoldDialog({ voucher, onClose }: { readonly voucher: HeldVoucher; readonly onClose: () => void }) {
  const words = usePageWords('hold');
  const { common } = useWords();
  const [hold, setHold] = useState<Hold | null>(null);
  return (
    <Dialog title={words.hold} onClose={onClose}>
      {hold === null ? (
        <HoldForm voucher={voucher} onHeld={setHold}>
          <p>{words.what}</p>
        </HoldForm>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Held hold={hold} />
          <Button look="main" className="justify-self-start" autoFocus onClick={onClose}>
            {common.close}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
