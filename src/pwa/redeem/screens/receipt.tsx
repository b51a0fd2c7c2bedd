import { useQuery } from '@tanstack/react-query';
import { isItems } from '../../../contract/money/money.ts';
import { receiptReference, type TenderView } from '../../../contract/redemption/tender.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { Paper, PaperLine } from '../../shell/frame/paper.tsx';
import { CodePicture } from '../../ui/code-picture.tsx';
import { barsQuery } from '../../ui/code-queries.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import type { TillSaleFacts } from '../till/sale.ts';

interface ReceiptProps {
  readonly view: TenderView;
  /** Null if it is no longer known or nothing was due. */
  readonly sale: TillSaleFacts | null;
  readonly copy?: boolean;
}

/** The customer's receipt. Unknown values are left out. */
export function Receipt({ view, sale, copy = false }: ReceiptProps) {
  const { receipt } = useWords();
  return (
    <Paper title={copy ? receipt.copy : receipt.title} thanks={receipt.thanks} small={<LongIds view={view} />}>
      <dl className="my-2 border-y py-2">
        <Sums view={view} sale={sale} />
      </dl>
      <VoucherLines view={view} />
      <Reference view={view} />
    </Paper>
  );
}

/** The amount due, the redeemed amount and the rest to pay. They add up. */
function Sums({ view, sale }: Pick<ReceiptProps, 'view' | 'sale'>) {
  const words = useWords();
  const { worth } = useFormat();
  const taken = worth(view.captured ?? view.requested);
  return (
    <>
      {sale !== null && (
        <PaperLine label={words.sale.due} figure>
          {worth(sale.due)}
        </PaperLine>
      )}
      <div className="paper-line flex-wrap items-baseline py-1">
        <dt>{isItems(view.requested) ? '' : words.receipt.taken}</dt>
        {/* The type size depends on the width of the paper. */}
        <dd
          className="font-semibold whitespace-nowrap tabular-nums"
          style={{ fontSize: `min(1.75rem, ${Math.floor(130 / taken.length)}cqi)` }}
        >
          {taken}
        </dd>
      </div>
      {sale !== null && sale.others.amount > 0 && (
        <PaperLine label={words.receipt.others} figure>
          {worth(sale.others)}
        </PaperLine>
      )}
      {sale?.inDoubt !== undefined && (
        <PaperLine label={words.receipt.inDoubt} figure>
          {worth(sale.inDoubt)}
        </PaperLine>
      )}
      {sale !== null && (
        <PaperLine label={words.sale.leftToPay} figure>
          {worth(sale.leftToPay)}
        </PaperLine>
      )}
    </>
  );
}

function VoucherLines({ view }: { readonly view: TenderView }) {
  const { receipt, kinds, registers } = useWords();
  const { worth, dateTime } = useFormat();
  const { product, remaining, held, forfeited, expires, last4, receiptNo } = view;
  return (
    <dl>
      <PaperLine label={receipt.voucher}>{[product, maskRef(last4)].filter(Boolean).join(' ')}</PaperLine>
      {held !== null && forfeited !== null && (
        <PaperLine label={registers.held} figure>
          {worth(held)}
        </PaperLine>
      )}
      {remaining !== null && (
        <PaperLine label={receipt.left} figure>
          {worth(remaining)}
        </PaperLine>
      )}
      {forfeited !== null && (
        <PaperLine label={kinds.forfeitedLabel} figure>
          {worth(forfeited)}
        </PaperLine>
      )}
      {expires !== null && <PaperLine label={receipt.expires}>{dateTime(expires)}</PaperLine>}
      {receiptNo !== null && <PaperLine label={registers.receiptNo}>{receiptNo}</PaperLine>}
      <PaperLine label={receipt.at}>{dateTime(view.changedAt)}</PaperLine>
      <PaperLine label={receipt.person}>{receipt.by(view.person, view.device)}</PaperLine>
    </dl>
  );
}

/**
 * The reference for finding the redemption. The barcode appears once it is drawn; the text suffices
 * without it.
 */
function Reference({ view }: { readonly view: TenderView }) {
  const { common } = useWords();
  const reference = receiptReference(view.id);
  const { data: bars } = useQuery(barsQuery(reference));
  return (
    <figure className="mt-3 break-inside-avoid text-center">
      {bars !== undefined && (
        <CodePicture shape={bars} label={reference} className="mx-auto h-[12mm] w-full max-w-[60mm]" />
      )}
      <figcaption className="tabular-nums">
        {common.reference} <span className="font-semibold whitespace-nowrap">{reference}</span>
      </figcaption>
    </figure>
  );
}

/** The issuer's ids, for questions to the issuer. */
function LongIds({ view: { captureId, authorizationId } }: { readonly view: TenderView }) {
  const { receipt } = useWords();
  const ids = [
    [receipt.capture, captureId],
    [receipt.authorization, authorizationId],
  ] as const;
  return (
    <ul className="pt-3 text-[7pt]/[1.3]">
      {ids.map(
        ([label, id]) =>
          id !== null && (
            <li key={label} className="break-all">
              {label} {id}
            </li>
          ),
      )}
    </ul>
  );
}
