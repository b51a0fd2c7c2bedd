import type { ReactNode } from 'react';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import { PrintButton, receiptElement } from './print-button.tsx';

/** Prints the receipt of a redemption. The first print may open the cash drawer. */
export function ReceiptButton({ view, children }: { readonly view: TenderView; readonly children: ReactNode }) {
  return (
    <PrintButton what="receipt" subject={view.id} paper={receiptElement} drawer look="quiet">
      {children}
    </PrintButton>
  );
}
