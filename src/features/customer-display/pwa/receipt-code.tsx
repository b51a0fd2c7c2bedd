import { useQuery } from '@tanstack/react-query';
import { QrCode as QrCodeIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../../../pwa/api/live.ts';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { SaleSlotProps } from '../../../pwa/shell/feature.ts';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { QrCode } from '../../../pwa/ui/qr-code.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';

/** Offers the signed receipt of a finished sale to the customer's phone. */
export function OfferReceipt({ saleId }: SaleSlotProps) {
  const { verdict } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <QrCodeIcon aria-hidden strokeWidth={1.75} size={20} />
        {verdict.receiptOnPhone}
      </Button>
      {isOpen && (
        <Dialog title={verdict.receiptOnPhone} onClose={() => setOpen(false)} onScan="closes">
          <Suspense>
            <SaleReceipt saleId={saleId} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

function SaleReceipt({ saleId }: SaleSlotProps) {
  const messages = usePageMessages('customer-display');
  const query = useQuery({
    queryKey: ['receipt-of-sale', saleId],
    gcTime: 0,
    queryFn: ({ signal }) => call('display', { query: { sale: saleId }, signal }),
  });
  return (
    <Loaded query={query}>
      {({ receipt }) =>
        receipt === null ? (
          <Notice tone="attention">{messages.noReceipt}</Notice>
        ) : (
          <div className="grid justify-items-center">
            <ReceiptCode receipt={receipt} />
          </div>
        )
      }
    </Loaded>
  );
}

/** The address of a signed receipt as a QR code. */
export function ReceiptCode({ receipt }: { readonly receipt: string }) {
  const messages = usePageMessages('customer-display');
  return (
    <div className="grid w-72 max-w-full grid-cols-[minmax(0,1fr)] gap-2">
      <QrCode
        text={`${location.origin}${OFF_NAVIGATION.receipt}#${receipt}`}
        label={messages.receiptQr}
        className="rounded-button"
      />
      <p className="text-center text-section">{messages.receiptLead}</p>
    </div>
  );
}
