import { useState } from 'react';
import { Link } from 'wouter';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { HeldVoucher, Hold } from '../contract/hold.ts';
import { HoldForm, HoldResult } from './hold-form.tsx';

export function HoldDialog({ voucher, onClose }: { readonly voucher: HeldVoucher; readonly onClose: () => void }) {
  const messages = usePageMessages('hold');
  const { common, places } = useMessages();
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
          <div className="flex flex-wrap gap-2">
            <Button variant="main" autoFocus onClick={onClose}>
              {common.close}
            </Button>
            <Link href={ADDRESSES.holds} className={buttonClass('quiet')}>
              {places.holds}
            </Link>
          </div>
        </div>
      )}
    </Dialog>
  );
}
