import { Suspense } from 'react';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { type ReleasedVoucher, voucherSubject } from '../contract/issue.ts';
import { useDrawn } from './use-drawn.ts';
import { VoucherPrintout } from './voucher-printout.tsx';

interface VouchersToPrinterProps {
  readonly issueId: string;
  readonly vouchers: readonly ReleasedVoucher[];
  readonly onFinished: () => void;
}

/** Prints vouchers on this device's printer. */
export function VouchersToPrinter({ issueId, vouchers, onFinished }: VouchersToPrinterProps) {
  const sell = usePageMessages('selling');
  const { drawn, isDone } = useDrawn(vouchers);
  return slotsOf('devicePrinter').map(({ PrintSeries }, position) => (
    <Suspense key={position} fallback={null}>
      <PrintSeries
        what="voucher"
        subjects={vouchers.map((voucher) => voucherSubject(issueId, voucher.position))}
        paper={drawn.map(({ voucher, codes }) => (
          <VoucherPrintout key={voucher.position} voucher={voucher} codes={codes} layout="roll" />
        ))}
        isReady={isDone}
        progressOf={(sent) => sell.drawing(String(sent), String(vouchers.length))}
      >
        <Button onClick={onFinished}>{sell.finished}</Button>
      </PrintSeries>
    </Suspense>
  ));
}
