import type { ReactNode } from 'react';
import { magnitude, money } from '../../../contract/money/money.ts';
import { hasRedeemed, receiptReference, type TenderView } from '../../../contract/redemption/tender.ts';
import { Technical } from '../../ui/technical.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { balanceOf } from '../till/sale.ts';
import { useTill } from '../till/use-till.tsx';

/** The amount left to pay and the voucher's balance. The reference number comes last. */
export function Consequences({ view }: { readonly view: TenderView }) {
  const { verdict, kinds, registers } = useMessages();
  const { value } = useFormat();
  const isRedeemed = hasRedeemed(view.state);
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-1">
      <StillToPay view={view} />
      {view.forfeited !== null && isRedeemed && (
        <p className="font-semibold">
          {kinds.forfeited(value(view.forfeited))}
          {view.held !== null && (
            <span className="block text-label font-normal">{`${registers.held} ${value(view.held)}`}</span>
          )}
        </p>
      )}
      {isRedeemed && <LeftOnVoucher view={view} />}
      {view.otherKind === true && <p className="font-semibold">{kinds.otherKind}</p>}
      {view.refusal?.issuerCode != null && (
        <p>
          {verdict.issuerCode(view.refusal.issuerCode)}
          {view.refusal.issuerText !== null && (
            <>
              : <Technical>{view.refusal.issuerText}</Technical>
            </>
          )}
        </p>
      )}
      <References view={view} />
    </div>
  );
}

/**
 * The amount that the customer still owes or the register collects, the amount in doubt, and any
 * overpayment. For an earlier sale, what to do if the customer has paid in another way.
 */
function StillToPay({ view }: { readonly view: TenderView }) {
  const { verdict, sale: messages } = useMessages();
  const { money: text, value } = useFormat();
  const { sale, earlier } = useTill();
  const { left, inDoubt, overpaid } = balanceOf(sale);
  if (earlier.some(({ tenderId }) => tenderId === view.id))
    return (
      hasRedeemed(view.state) &&
      view.captured !== null && (
        <p className="text-section font-semibold">{messages.paidOtherwise(value(view.captured))}</p>
      )
    );
  if (left === null || !sale.rows.some(({ tenderId }) => tenderId === view.id)) return null;
  const amount = (minor: number) => text(money(minor, sale.currency));
  const isCollected = hasRedeemed(view.state) && sale.register === null;
  return (
    <div className="text-section font-semibold">
      {left > 0 && !isCollected && <p>{verdict.stillToPay(amount(left))}</p>}
      {overpaid > 0 ? (
        <p>{(inDoubt > 0 ? messages.perhapsOverpaid : messages.overpaid)(amount(overpaid))}</p>
      ) : (
        inDoubt > 0 && <p>{messages.inDoubt(amount(inDoubt))}</p>
      )}
    </div>
  );
}

/** Empty for an empty voucher, which the text above explains. */
function LeftOnVoucher({ view: { remaining, state } }: { readonly view: TenderView }) {
  const { verdict, kinds } = useMessages();
  const { value } = useFormat();
  if (remaining === null) return <p>{kinds.remainingUnknown}</p>;
  if (magnitude(remaining) === 0 && state === 'captured') return null;
  return <p>{verdict.remainingOnVoucher(value(remaining))}</p>;
}

/** The voucher and the short reference, as on the receipt; the long ids are under *Details*. */
function References({ view }: { readonly view: TenderView }) {
  const { verdict, common, registers, receipt } = useMessages();
  const { value } = useFormat();
  const isNotRedeemed = !hasRedeemed(view.state) && view.captured === null;
  const long: readonly (readonly [string, string | null])[] = [
    [receipt.capture, view.captureId],
    [receipt.authorization, view.authorizationId],
    [common.reference, view.id],
  ];
  return (
    <div className="text-label text-neutral-10 tabular-nums">
      <p className="break-all">
        <Line>{verdict.voucher(`··${view.last4}`)}</Line>
        {view.receiptNo !== null && (
          <Line>
            {registers.receiptNo} {view.receiptNo}
          </Line>
        )}
        {isNotRedeemed && (
          <Line>
            {verdict.requested} {value(view.requested)}
          </Line>
        )}
        <Line>
          {common.reference} {receiptReference(view.id)}
        </Line>
      </p>
      <details>
        <summary className="inline-flex min-h-12 min-w-12 cursor-pointer items-center px-3 underline underline-offset-4">
          {verdict.details}
        </summary>
        <ul translate="no" className="break-all">
          {long.map(
            ([label, id]) =>
              id !== null && (
                <li key={label}>
                  {label} {id}
                </li>
              ),
          )}
        </ul>
      </details>
    </div>
  );
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <span translate="no" className="block">
      {children}
    </span>
  );
}
