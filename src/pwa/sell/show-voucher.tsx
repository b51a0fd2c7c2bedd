import { useMemo } from 'react';
import type { IssuedVoucher } from '../../contract/issue.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useDrawn } from './use-drawn.ts';
import { VoucherPaper } from './voucher-paper.tsx';

type Showable = Omit<IssuedVoucher, 'voucherId'>;

/** One voucher with everything that its holder needs, for as long as the dialog is open. */
export function ShowVoucher({
  voucher,
  position,
  onClose,
}: {
  readonly voucher: Showable;
  readonly position: number;
  readonly onClose: () => void;
}) {
  const sell = usePageWords('sell');
  const { drawn } = useDrawn(useMemo(() => [voucher], [voucher]));
  return (
    <Dialog title={sell.number(String(position + 1))} onClose={onClose}>
      <div className="grid gap-4">
        <Notice tone="attention">{sell.secret}</Notice>
        {drawn.map(({ codes }) => (
          <VoucherPaper key={position} voucher={voucher} codes={codes} look="screen" />
        ))}
      </div>
    </Dialog>
  );
}
