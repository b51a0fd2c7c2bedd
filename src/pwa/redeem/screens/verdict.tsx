import { magnitude, money } from '../../../contract/money.ts';
import type { Role } from '../../../contract/people.ts';
import { hasTaken, isTenderOpen, type TenderView, tenderTone } from '../../../contract/tender.ts';
import { PrintButton, receiptPaper } from '../../printing/print-button.tsx';
import { UndoButton } from '../../refund/undo-button.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Technical } from '../../ui/technical.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { DONE_SHOWN_MS } from '../till/outcomes.ts';
import { isFinished, leftToPay, saleFacts } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { FullScreen } from './full-screen.tsx';
import { Receipt } from './receipt.tsx';
import { verdictWords } from './verdict-words.ts';

/** What a redemption came to, as the journal has it, readable from an arm's length. */
export function Verdict({ view, returnsAt, role }: VerdictProps) {
  const words = useWords();
  const { goOn, touch, nextCustomer } = useTillStore();
  const { sale } = useTill();
  const { title, next } = verdictWords(words, view);
  const taken = hasTaken(view.state);
  // Where nothing was taken, nothing may look as if something had been.
  const showsAmount = taken || view.captured !== null;
  return (
    <>
      <FullScreen tone={tenderTone(view)} title={title} large={!showsAmount} onTouch={touch}>
        {showsAmount && (
          <Amount worth={view.captured ?? view.requested} className="text-verdict font-semibold short:text-amount" />
        )}
        <p className="max-w-prose text-section text-balance">{next}</p>
        <Consequences view={view} />
        <div className="mt-2 flex flex-wrap items-center justify-center gap-3">
          <Button look="main" autoFocus onClick={goOn}>
            {returnsAt !== null && <CountdownRing />}
            {sale.register !== null && isFinished(sale) ? words.registers.back : words.verdict.next}
          </Button>
          {taken && (
            <PrintButton what="receipt" subject={view.id} paper={receiptPaper} drawer look="quiet">
              {words.verdict.receipt}
            </PrintButton>
          )}
          {isTenderOpen(view.state) && sale.register === null && (
            <Button look="quiet" onClick={nextCustomer}>
              {words.flight.nextCustomer}
            </Button>
          )}
          <UndoButton tender={view} role={role} />
        </div>
      </FullScreen>
      {taken && <Receipt view={view} sale={saleFacts(sale, view)} />}
    </>
  );
}

interface VerdictProps {
  readonly view: TenderView;
  readonly returnsAt: number | null;
  readonly role: Role;
}

/** What is still to pay, what is left on the voucher, and the reference to quote. */
function Consequences({ view }: { readonly view: TenderView }) {
  const { verdict, common, kinds, registers } = useWords();
  const { worth } = useFormat();
  const { sale } = useTill();
  const left = leftToPay(sale) ?? money(0, sale.currency);
  const leftOnVoucher = () => {
    if (view.remaining === null) return kinds.leftUnknown;
    return magnitude(view.remaining) === 0 ? verdict.emptyVoucher : verdict.leftOnVoucher(worth(view.remaining));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {left.amount > 0 && <p className="text-section font-semibold">{verdict.leftToPay(worth(left))}</p>}
      {view.forfeited !== null && hasTaken(view.state) && (
        <p className="font-semibold">
          {kinds.forfeited(worth(view.forfeited))}
          {view.held !== null && (
            <span className="block text-label font-normal">{`${registers.held} ${worth(view.held)}`}</span>
          )}
        </p>
      )}
      {hasTaken(view.state) && <p>{leftOnVoucher()}</p>}
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
      <p className="text-label break-all text-neutral-10 tabular-nums">
        <span className="block">{verdict.voucher(`··${view.last4}`)}</span>
        {view.receiptNo !== null && (
          <span className="block">
            {registers.receiptNo} {view.receiptNo}
          </span>
        )}
        {!hasTaken(view.state) && view.captured === null && (
          <span className="block">
            {verdict.asked} {worth(view.requested)}
          </span>
        )}
        <span className="block">
          {common.reference} {view.captureId ?? view.id}
        </span>
      </p>
    </div>
  );
}

/** A ring that empties while the screen is about to go on by itself. */
function CountdownRing() {
  return (
    <svg viewBox="0 0 36 36" width="28" height="28" aria-hidden className="-rotate-90">
      <circle cx="18" cy="18" r="15.9155" fill="none" stroke="currentColor" strokeWidth="4" opacity="0.3" />
      <circle
        cx="18"
        cy="18"
        r="15.9155"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeDasharray="100"
        style={{ animation: `ring ${DONE_SHOWN_MS}ms linear forwards` }}
      />
    </svg>
  );
}
