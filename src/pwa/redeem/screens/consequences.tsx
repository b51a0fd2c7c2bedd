import type { ReactNode } from 'react';
import { magnitude, money } from '../../../contract/money/money.ts';
import { hasRedeemed, receiptReference, type TenderView } from '../../../contract/redemption/tender.ts';
import { Technical } from '../../ui/technical.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { balanceOf } from '../till/sale.ts';
import { useTill } from '../till/use-till.tsx';

/** The rest to pay and the voucher's balance. The reference number comes last. */
export function Consequences({ view }: { readonly view: TenderView }) {
  const { verdict, kinds, registers } = useWords();
  const { worth } = useFormat();
  const taken = hasRedeemed(view.state);
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-1">
      <StillToPay view={view} />
      {view.forfeited !== null && taken && (
        <p className="font-semibold">
          {kinds.forfeited(worth(view.forfeited))}
          {view.held !== null && (
            <span className="block text-label font-normal">{`${registers.held} ${worth(view.held)}`}</span>
          )}
        </p>
      )}
      {taken && <LeftOnVoucher view={view} />}
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
 * overpayment.
 */
function StillToPay({ view }: { readonly view: TenderView }) {
  const { verdict, sale: words } = useWords();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const { left, inDoubt, overpaid } = balanceOf(sale);
  if (left === null || !sale.rows.some(({ tenderId }) => tenderId === view.id)) return null;
  const amount = (minor: number) => text(money(minor, sale.currency));
  const isCollected = hasRedeemed(view.state) && sale.register === null;
  return (
    <div className="text-section font-semibold">
      {left > 0 && !isCollected && <p>{verdict.leftToPay(amount(left))}</p>}
      {overpaid > 0 ? (
        <p>{(inDoubt > 0 ? words.perhapsOverpaid : words.overpaid)(amount(overpaid))}</p>
      ) : (
        inDoubt > 0 && <p>{words.inDoubt(amount(inDoubt))}</p>
      )}
    </div>
  );
}

/** Nothing for an empty voucher: the text above covers it. */
function LeftOnVoucher({ view: { remaining, state } }: { readonly view: TenderView }) {
  const { verdict, kinds } = useWords();
  const { worth } = useFormat();
  if (remaining === null) return <p>{kinds.leftUnknown}</p>;
  if (magnitude(remaining) === 0 && state === 'captured') return null;
  return <p>{verdict.leftOnVoucher(worth(remaining))}</p>;
}

/** The voucher and the short reference, as on the receipt; the long ids are under *Details*. */
function References({ view }: { readonly view: TenderView }) {
  const { verdict, common, registers, receipt } = useWords();
  const { worth } = useFormat();
  const isAsked = !hasRedeemed(view.state) && view.captured === null;
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
        {isAsked && (
          <Line>
            {verdict.asked} {worth(view.requested)}
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
