import { Eye, Send } from 'lucide-react';
import { VOUCHER_STATUSES } from '../../../contract/redemption/states.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { IssuedVoucherView, VoucherNow } from '../contract/issue.ts';

interface VoucherRowProps {
  readonly voucher: IssuedVoucherView;
  /** Position of the voucher in its issue, from 0. */
  readonly position: number;
  readonly wasPrinted: boolean;
  /** The voucher's state at the issuer, once queried. */
  readonly now: VoucherNow | undefined;
  readonly onShow: () => void;
  /** Null for users who may not send the voucher. */
  readonly onSend: (() => void) | null;
}

export function VoucherRow({
  voucher: { last4, code, remaining, sent },
  position,
  wasPrinted,
  now,
  onShow,
  onSend,
}: VoucherRowProps) {
  const sell = usePageMessages('selling');
  const { check } = useMessages();
  const { value, moment } = useFormat();
  const today = useNow(60_000);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 tabular-nums till:px-4">
      <span className="min-w-6 text-right text-label text-neutral-9">{position + 1}</span>
      <span className="font-medium">··{last4}</span>
      {now === undefined ? (
        <span className="text-neutral-9">{remaining !== null && value(remaining)}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <Chip tone={VOUCHER_STATUSES[now.status].soldTone}>{check.statuses[now.status]}</Chip>
          {now.remaining !== null && <span>{sell.left(value(now.remaining))}</span>}
        </span>
      )}
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-1">
        {code === null ? (
          <span className="inline-flex min-h-12 items-center text-neutral-9">
            {sent === null ? wasPrinted && sell.wasPrinted : sell.sentBy(moment(sent.at, today), sent.person)}
          </span>
        ) : (
          <Button variant="quiet" aria-label={sell.showVoucher(String(position + 1))} onClick={onShow}>
            <Eye aria-hidden strokeWidth={1.75} size={20} />
            {sell.show}
          </Button>
        )}
        {onSend !== null && (
          <Button variant="quiet" aria-label={sell.sendVoucher(String(position + 1))} onClick={onSend}>
            <Send aria-hidden strokeWidth={1.75} size={20} />
            {sell.send}
          </Button>
        )}
      </span>
    </li>
  );
}
