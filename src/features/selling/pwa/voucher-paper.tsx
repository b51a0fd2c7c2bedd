import { memo } from 'react';
import { PaperNotice } from '../../../pwa/approval/sale-notice.tsx';
import { PaperHead } from '../../../pwa/shell/frame/paper.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { CodePicture } from '../../../pwa/ui/code-picture.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { IssuedVoucher } from '../contract/issue.ts';
import type { DrawnCodes } from './draw-codes.ts';

const LOOKS = {
  screen: 'grid justify-items-center gap-4 text-center',
  a4:
    'grid break-inside-avoid grid-cols-[30mm_minmax(0,1fr)] gap-x-[4mm] gap-y-[2mm] border border-dashed ' +
    'p-[4mm] text-[9pt]/[1.3]',
  roll:
    'grid break-inside-avoid break-after-page justify-items-center gap-[2mm] pb-[6mm] text-center ' +
    'text-[10pt]/[1.3]',
} as const;

interface VoucherPaperProps {
  readonly voucher: Omit<IssuedVoucher, 'voucherId'>;
  readonly codes: DrawnCodes;
  readonly look: keyof typeof LOOKS;
}

/** The printout for a voucher's holder: product, value, expiry, both codes, link and PIN. */
export const VoucherPaper = memo(function VoucherPaper({ voucher, codes, look }: VoucherPaperProps) {
  const practice = usePageWords('training');
  const side =
    look === 'screen' ? 'size-[min(60vw,16rem)]' : look === 'roll' ? 'size-[44mm]' : 'row-span-2 size-[30mm]';
  const bars = look === 'screen' ? 'h-20' : 'h-[14mm]';
  return (
    <article className={LOOKS[look]}>
      {look !== 'screen' && <PaperHead className={look === 'a4' ? 'col-span-2' : ''} />}
      <CodePicture shape={codes.qr} label={practice.qrCode} className={side} />
      <Facts voucher={voucher} />
      <figure className={`w-full ${look === 'a4' ? '' : 'max-w-[72mm]'}`}>
        <CodePicture shape={codes.bars} label={practice.barCode} className={`${bars} w-full`} />
        <figcaption className="mt-1 text-center font-mono font-medium break-all">{voucher.code}</figcaption>
      </figure>
      <LinkAndPin voucher={voucher} className={look === 'a4' ? 'col-span-2' : ''} />
      {look !== 'screen' && <PaperNotice className={look === 'a4' ? 'col-span-2' : ''} />}
    </article>
  );
});

function Facts({ voucher: { productName, name, remaining, expires } }: Pick<VoucherPaperProps, 'voucher'>) {
  const sell = usePageWords('selling');
  const { worth, dateTime } = useFormat();
  const shop = useShop();
  return (
    <div>
      {shop.practice && <p className="font-semibold">{sell.practice}</p>}
      <p className="font-semibold">{productName ?? name}</p>
      {remaining !== null && <p className="text-section font-semibold tabular-nums">{worth(remaining)}</p>}
      <p>{expires === null ? sell.noExpiry : sell.valid(dateTime(expires))}</p>
    </div>
  );
}

/**
 * The short link, if there is one, because the PIN belongs to it.
 *
 * As plain text: it must not be opened on the till.
 */
function LinkAndPin({
  voucher: { url, shortUrl, pin },
  className,
}: Pick<VoucherPaperProps, 'voucher'> & { readonly className: string }) {
  const sell = usePageWords('selling');
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
