import { useState } from 'react';
import type { HeldVoucher, Hold } from '../../contract/hold.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { Held, HoldForm } from './hold-form.tsx';

/** Puts the voucher on hold that the page below is about. */
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
