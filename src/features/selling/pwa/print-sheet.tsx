import { useEffect } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { ReleasedVoucher } from '../contract/issue.ts';
import { useDrawn } from './use-drawn.ts';
import { VoucherPrintout } from './voucher-printout.tsx';

/** A sheet or a roll for the browser’s own dialog, or this device’s printer. */
export type PrintMedium = 'a4' | 'roll' | 'printer';

const SHEETS = {
  a4: 'grid-cols-2 gap-[4mm]',
  roll: 'max-w-[72mm] grid-cols-1',
} as const satisfies Record<Exclude<PrintMedium, 'printer'>, string>;

interface PrintSheetProps {
  readonly vouchers: readonly ReleasedVoucher[];
  readonly medium: Exclude<PrintMedium, 'printer'>;
  readonly onFinished: () => void;
}

/**
 * The printout, which is hidden on the screen.
 *
 * The print dialog opens once all codes are drawn. The sheet stays until the user has finished.
 */
export function PrintSheet({ vouchers, medium, onFinished }: PrintSheetProps) {
  const sell = usePageMessages('selling');
  const { drawn, isDone } = useDrawn(vouchers);
  useEffect(() => {
    if (isDone) window.print();
  }, [isDone]);
  return (
    <>
      <div className="screen-only flex flex-wrap items-center gap-3">
        <Notice tone="attention">
          {isDone ? sell.ready : sell.drawing(String(drawn.length), String(vouchers.length))}
        </Notice>
        {isDone && <Button onClick={() => window.print()}>{sell.openPrint}</Button>}
        <Button onClick={onFinished}>{sell.finished}</Button>
      </div>
      <div data-paper={medium} className={`hidden text-neutral-12 print:grid ${SHEETS[medium]}`}>
        {drawn.map(({ voucher, codes }) => (
          <VoucherPrintout key={voucher.position} voucher={voucher} codes={codes} layout={medium} />
        ))}
      </div>
    </>
  );
}
