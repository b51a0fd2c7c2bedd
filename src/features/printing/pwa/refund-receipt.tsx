import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RefundView } from '../../../contract/redemption/refund.ts';
import { receiptReference } from '../../../contract/redemption/tender.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { PrintHead, PrintLine } from '../../../pwa/shell/layout/print-document.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { DocumentPrintButton } from './print-button.tsx';
import { printingQuery } from './queries.ts';

/**
 * The customer's receipt of a refund, for this device's printer.
 *
 * On a page with another document, the browser's dialog would print both.
 */
export function RefundReceipt({ view }: { readonly view: RefundView }) {
  const messages = usePageMessages('refund');
  const { receipt, common } = useMessages();
  const { value, dateTime } = useFormat();
  const { practice } = useShop();
  const element = useRef<HTMLElement>(null);
  const { data } = useQuery(printingQuery);
  if (data?.printer == null) return null;
  return (
    <>
      <DocumentPrintButton what="refund" subject={view.id} paper={() => element.current}>
        {messages.printReceipt}
      </DocumentPrintButton>
      <div className="screen-only">
        <section ref={element} className="receipt hidden">
          <PrintHead className="mb-3 text-center" />
          <h2 className="text-section font-semibold">{messages.receiptTitle}</h2>
          {practice && <p className="my-1 border-y py-1 font-semibold">{receipt.practice}</p>}
          <dl className="my-2 border-y py-2">
            <PrintLine label={messages.refunded} figure>
              {value(view.amount)}
            </PrintLine>
          </dl>
          <dl>
            <PrintLine label={receipt.voucher}>{maskRef(view.last4)}</PrintLine>
            <PrintLine label={receipt.at}>{dateTime(view.createdAt)}</PrintLine>
            <PrintLine label={receipt.person}>{receipt.by(view.person, view.device)}</PrintLine>
            <PrintLine label={common.reference}>{receiptReference(view.tenderId)}</PrintLine>
          </dl>
          {view.unusable !== null && <p className="pt-2 font-semibold">{messages.unusable[view.unusable]}</p>}
          {view.refundId !== null && <p className="pt-3 text-[7pt]/[1.3] break-all">{view.refundId}</p>}
        </section>
      </div>
    </>
  );
}
