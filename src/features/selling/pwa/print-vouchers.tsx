import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { IssueView, ReleasedVoucher } from '../contract/issue.ts';
import { PrintDialog } from './print-dialog.tsx';
import { type PrintMedium, PrintSheet } from './print-sheet.tsx';
import { VouchersToPrinter } from './vouchers-to-printer.tsx';

/** Vouchers may be released once; after that, only a manager prints them again, with a reason. */
export function PrintVouchers({ issue, isManager }: { readonly issue: IssueView; readonly isManager: boolean }) {
  const sell = usePageMessages('selling');
  const { moment } = useFormat();
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  const [sheet, setSheet] = useState<{
    vouchers: readonly ReleasedVoucher[];
    paper: PrintMedium;
  } | null>(null);
  const { lastPrint } = issue;
  const isAgain = issue.vouchers.every(({ released }) => released !== null);
  return (
    <section aria-label={sell.print} className="grid grid-cols-[minmax(0,1fr)] gap-3 print:block">
      {sheet === null && (
        <div className="screen-only flex flex-wrap items-center gap-3">
          {(!isAgain || isManager) && (
            <Button className="max-tablet:w-full" onClick={() => setAsking(true)}>
              <Printer aria-hidden strokeWidth={1.75} />
              {isAgain ? sell.printAgain : sell.print}
            </Button>
          )}
          {(lastPrint !== null || isAgain) && (
            <p className="text-neutral-9">
              {lastPrint !== null && `${sell.printedBy(moment(lastPrint.at, now), lastPrint.person)} `}
              {isAgain && !isManager && sell.managerPrints}
            </p>
          )}
        </div>
      )}
      {sheet !== null && sheet.paper !== 'printer' && (
        <PrintSheet vouchers={sheet.vouchers} medium={sheet.paper} onFinished={() => setSheet(null)} />
      )}
      {sheet !== null && sheet.paper === 'printer' && (
        <VouchersToPrinter issueId={issue.id} vouchers={sheet.vouchers} onFinished={() => setSheet(null)} />
      )}
      {asking && (
        <PrintDialog
          issue={issue}
          onClose={() => setAsking(false)}
          onPrint={(vouchers, paper) => {
            setAsking(false);
            setSheet({ vouchers, paper });
          }}
        />
      )}
    </section>
  );
}
