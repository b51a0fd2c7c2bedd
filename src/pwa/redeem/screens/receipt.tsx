import { useQuery } from '@tanstack/react-query';
import { isItems } from '../../../contract/money/money.ts';
import { receiptReference, type TenderView } from '../../../contract/redemption/tender.ts';
import { maskRef } from '../../../contract/voucher/voucher.ts';
import { PrintDocument, PrintLine } from '../../shell/layout/print-document.tsx';
import { CodePicture } from '../../ui/code-picture.tsx';
import { barsQuery } from '../../ui/code-queries.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import type { TillSaleFacts } from '../till/sale.ts';

interface ReceiptProps {
  readonly view: TenderView;
  /** Null if the sale is no longer known or no amount was due. */
  readonly sale: TillSaleFacts | null;
  readonly copy?: boolean;
}

/** The customer's receipt. Unknown values are left out. */
export function Receipt({ view, sale, copy = false }: ReceiptProps) {
  const { receipt } = useMessages();
  return (
    <PrintDocument title={copy ? receipt.copy : receipt.title} thanks={receipt.thanks} small={<LongIds view={view} />}>
      <dl className="my-2 border-y py-2">
        <Sums view={view} sale={sale} />
      </dl>
      <VoucherLines view={view} />
      <Reference view={view} />
    </PrintDocument>
  );
}

/** The amount due, the redeemed amount and the amount left to pay, which add up. */
function Sums({ view, sale }: Pick<ReceiptProps, 'view' | 'sale'>) {
  const messages = useMessages();
  const { value } = useFormat();
  const redeemed = value(view.captured ?? view.requested);
  return (
    <>
      {sale !== null && (
        <PrintLine label={messages.sale.due} figure>
          {value(sale.due)}
        </PrintLine>
      )}
      <div className="paper-line flex-wrap items-baseline py-1">
        <dt>{isItems(view.requested) ? '' : messages.receipt.taken}</dt>
        {/* The type size depends on the width of the paper. */}
        <dd
          className="font-semibold whitespace-nowrap tabular-nums"
          style={{ fontSize: `min(1.75rem, ${Math.floor(130 / redeemed.length)}cqi)` }}
        >
          {redeemed}
        </dd>
      </div>
      {sale !== null && sale.others.amount > 0 && (
        <PrintLine label={messages.receipt.others} figure>
          {value(sale.others)}
        </PrintLine>
      )}
      {sale?.inDoubt !== undefined && (
        <PrintLine label={messages.receipt.inDoubt} figure>
          {value(sale.inDoubt)}
        </PrintLine>
      )}
      {sale?.collected !== undefined && (
        <PrintLine label={messages.receipt.collected} figure>
          {value(sale.collected)}
        </PrintLine>
      )}
      {sale !== null && (
        <PrintLine label={messages.sale.stillToPay} figure>
          {value(sale.leftToPay)}
        </PrintLine>
      )}
      {sale?.overpaid !== undefined && (
        <PrintLine label={messages.receipt.overpaid} figure>
          {value(sale.overpaid)}
        </PrintLine>
      )}
    </>
  );
}

function VoucherLines({ view }: { readonly view: TenderView }) {
  const { receipt, kinds, registers } = useMessages();
  const { value, dateTime } = useFormat();
  const { product, remaining, held, forfeited, expires, last4, receiptNo } = view;
  return (
    <dl>
      <PrintLine label={receipt.voucher}>{[product, maskRef(last4)].filter(Boolean).join(' ')}</PrintLine>
      {held !== null && forfeited !== null && (
        <PrintLine label={registers.held} figure>
          {value(held)}
        </PrintLine>
      )}
      {remaining !== null && (
        <PrintLine label={receipt.left} figure>
          {value(remaining)}
        </PrintLine>
      )}
      {forfeited !== null && (
        <PrintLine label={kinds.forfeitedLabel} figure>
          {value(forfeited)}
        </PrintLine>
      )}
      {expires !== null && <PrintLine label={receipt.expires}>{dateTime(expires)}</PrintLine>}
      {receiptNo !== null && <PrintLine label={registers.receiptNo}>{receiptNo}</PrintLine>}
      <PrintLine label={receipt.at}>{dateTime(view.createdAt)}</PrintLine>
      <PrintLine label={receipt.person}>{receipt.by(view.person, view.device)}</PrintLine>
    </dl>
  );
}

/**
 * The reference for finding the redemption. The barcode appears once it is drawn; the text suffices
 * without it.
 */
function Reference({ view }: { readonly view: TenderView }) {
  const { common } = useMessages();
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
  const { receipt } = useMessages();
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
