import { memo } from 'react';
import { PrintedNotice } from '../../../pwa/approval/sale-notice.tsx';
import { PrintHead } from '../../../pwa/shell/layout/print-document.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { CodePicture } from '../../../pwa/ui/code-picture.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ReleasedVoucher } from '../contract/issue.ts';
import type { DrawnCodes } from './draw-codes.ts';

const LAYOUTS = {
  screen: 'grid justify-items-center gap-4 text-center',
  a4:
    'grid break-inside-avoid grid-cols-[30mm_minmax(0,1fr)] gap-x-[4mm] gap-y-[2mm] border border-dashed ' +
    'p-[4mm] text-[9pt]/[1.3]',
  roll:
    'grid break-inside-avoid break-after-page justify-items-center gap-[2mm] pb-[6mm] text-center ' +
    'text-[10pt]/[1.3]',
} as const;

interface VoucherPrintoutProps {
  readonly voucher: Omit<ReleasedVoucher, 'voucherId' | 'position'>;
  readonly codes: DrawnCodes;
  readonly layout: keyof typeof LAYOUTS;
}

/** The printout for a voucher's holder: product, value, expiry, both codes, link and PIN. */
export const VoucherPrintout = memo(function VoucherPrintout({ voucher, codes, layout }: VoucherPrintoutProps) {
  const { common } = useMessages();
  const side =
    layout === 'screen' ? 'size-[min(60vw,16rem)]' : layout === 'roll' ? 'size-[44mm]' : 'row-span-2 size-[30mm]';
  const bars = layout === 'screen' ? 'h-20' : 'h-[14mm]';
  return (
    <article className={LAYOUTS[layout]}>
      {layout !== 'screen' && voucher.isCopy && <CopyMark className={layout === 'a4' ? 'col-span-2' : 'w-full'} />}
      {layout !== 'screen' && <PrintHead className={layout === 'a4' ? 'col-span-2' : ''} />}
      <CodePicture shape={codes.qr} label={common.qrCode} className={side} />
      <Facts voucher={voucher} />
      <figure className={`w-full ${layout === 'a4' ? '' : 'max-w-[72mm]'}`}>
        <CodePicture shape={codes.bars} label={common.barCode} className={`${bars} w-full`} />
        <figcaption className="mt-1 text-center font-mono font-medium break-all">{voucher.code}</figcaption>
      </figure>
      <LinkAndPin voucher={voucher} className={layout === 'a4' ? 'col-span-2' : ''} />
      {layout !== 'screen' && <PrintedNotice className={layout === 'a4' ? 'col-span-2' : ''} />}
    </article>
  );
});

/** Marks a voucher that was released before, so that it is not taken for another one. */
function CopyMark({ className }: { readonly className: string }) {
  const { receipt } = useMessages();
  return <p className={`border-2 p-1 text-center text-section font-semibold ${className}`}>{receipt.copyMark}</p>;
}

function Facts({ voucher: { productName, name, remaining, expires } }: Pick<VoucherPrintoutProps, 'voucher'>) {
  const sell = usePageMessages('selling');
  const { value, dateTime } = useFormat();
  const shop = useShop();
  return (
    <div>
      {shop.practice && <p className="font-semibold">{sell.practice}</p>}
      <p className="font-semibold">{productName ?? name}</p>
      {remaining !== null && <p className="text-section font-semibold tabular-nums">{value(remaining)}</p>}
      <p>{expires === null ? sell.noExpiry : sell.valid(dateTime(expires))}</p>
    </div>
  );
}

/**
 * The short link, if it exists, because the PIN belongs to it. It is plain text, so that it is not
 * opened on the till.
 */
function LinkAndPin({
  voucher: { url, shortUrl, pin },
  className,
}: Pick<VoucherPrintoutProps, 'voucher'> & { readonly className: string }) {
  const sell = usePageMessages('selling');
  const lines = [
    { label: sell.link, text: shortUrl ?? url },
    { label: sell.pin, text: pin },
  ].filter(({ text }) => text !== null);
  return (
    <dl className={className}>
      {lines.map(({ label, text }) => (
        <div key={label} className="flex flex-wrap justify-center gap-x-2">
          <dt className="font-medium">{label}</dt>
          <dd className="font-mono break-all">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
