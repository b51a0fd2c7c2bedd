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
  /** The voucher's state at the issuer, once queried. */
  readonly now: VoucherNow | undefined;
  /** Null for users who may not release the voucher. */
  readonly onRelease: ((channel: 'send' | 'show') => void) | null;
}

export function VoucherRow({ voucher: { last4, remaining, released }, position, now, onRelease }: VoucherRowProps) {
  const sell = usePageMessages('selling');
  const { check } = useMessages();
  const { value } = useFormat();
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
        {released !== null && (
          <span className="inline-flex min-h-12 items-center text-neutral-9">
            <Released released={released} />
          </span>
        )}
        {onRelease !== null && (
          <>
            <Button
              variant="quiet"
              aria-label={sell.showVoucher(String(position + 1))}
              onClick={() => onRelease('show')}
            >
              <Eye aria-hidden strokeWidth={1.75} size={20} />
              {sell.show}
            </Button>
            <Button
              variant="quiet"
              aria-label={sell.sendVoucher(String(position + 1))}
              onClick={() => onRelease('send')}
            >
              <Send aria-hidden strokeWidth={1.75} size={20} />
              {sell.send}
            </Button>
          </>
        )}
      </span>
    </li>
  );
}

/** The latest release of the voucher, in words. */
function Released({
  released: { channel, at, person },
}: {
  readonly released: NonNullable<IssuedVoucherView['released']>;
}) {
  const sell = usePageMessages('selling');
  const { moment } = useFormat();
  const today = useNow(60_000);
  if (channel === 'print') return sell.wasPrinted;
  if (channel === 'unknown' || at === null || person === null) return sell.perhapsReleased;
  return channel === 'send' ? sell.sentBy(moment(at, today), person) : sell.shownBy(moment(at, today), person);
}
