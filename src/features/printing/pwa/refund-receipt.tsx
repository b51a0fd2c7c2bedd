import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RefundView } from '../../../contract/redemption/refund.ts';
import { receiptReference } from '../../../contract/redemption/tender.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { PaperHead, PaperLine } from '../../../pwa/shell/frame/paper.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import { PrintButton } from './print-button.tsx';
import { printingQuery } from './queries.ts';

/**
 * The customer's receipt of a refund, for this device's printer.
 *
 * On a page with another document, the browser's dialog would print both.
 */
export function RefundReceipt({ view }: { readonly view: RefundView }) {
  const words = usePageWords('refund');
  const { receipt, common } = useWords();
  const { worth, dateTime } = useFormat();
  const { practice } = useShop();
  const paper = useRef<HTMLElement>(null);
  const { data } = useQuery(printingQuery);
  if (data?.printer == null) return null;
  return (
    <>
      <PrintButton what="refund" subject={view.id} paper={() => paper.current}>
        {words.printReceipt}
      </PrintButton>
      <div className="screen-only">
        <section ref={paper} className="receipt hidden">
          <PaperHead className="mb-3 text-center" />
          <h2 className="text-section font-semibold">{words.receiptTitle}</h2>
          {practice && <p className="my-1 border-y py-1 font-semibold">{receipt.practice}</p>}
          <dl className="my-2 border-y py-2">
            <PaperLine label={words.givenBack} figure>
              {worth(view.amount)}
            </PaperLine>
          </dl>
          <dl>
            <PaperLine label={receipt.voucher}>{maskRef(view.last4)}</PaperLine>
            <PaperLine label={receipt.at}>{dateTime(view.changedAt)}</PaperLine>
            <PaperLine label={receipt.person}>{receipt.by(view.person, view.device)}</PaperLine>
            <PaperLine label={common.reference}>{receiptReference(view.tenderId)}</PaperLine>
          </dl>
          {view.unusable !== null && <p className="pt-2 font-semibold">{words.unusable[view.unusable]}</p>}
          {view.refundId !== null && <p className="pt-3 text-[7pt]/[1.3] break-all">{view.refundId}</p>}
        </section>
      </div>
    </>
  );
}
