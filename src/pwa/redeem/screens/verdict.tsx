import type { Role } from '../../../contract/access/people.ts';
import { hasRedeemed, isTenderOpen, type TenderView, tenderTone } from '../../../contract/redemption/tender.ts';
import { UndoButton } from '../../refund/undo-button.tsx';
import { slotsOf } from '../../shell/slots.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { DONE_SHOWN_MS } from '../till/outcomes.ts';
import { asksForPrice, isFinished, leftToPay, saleFacts } from '../till/sale.ts';
import { useRule } from '../till/use-rule.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { Consequences } from './consequences.tsx';
import { FullScreen } from './full-screen.tsx';
import { ItemsPrice } from './items-price.tsx';
import { Receipt } from './receipt.tsx';
import { toCollect, verdictWords } from './verdict-words.ts';

/** The result of a redemption as recorded in the journal, readable from an arm's length. */
export function Verdict({ view, returnsAt, role }: VerdictProps) {
  const words = useWords();
  const { worth } = useFormat();
  const { goOn, touch, nextCustomer } = useTillStore();
  const { sale } = useTill();
  const { title, next } = verdictWords(words, view, { worth, emptyVouchers: useRule().emptyVouchers });
  const taken = hasRedeemed(view.state);
  const asks = asksForPrice(sale, view);
  const isOpen = isTenderOpen(view.state) && sale.register === null;
  // Nothing else is due, so another voucher would pay the same amount again.
  const isAllInDoubt = isOpen && leftToPay(sale)?.amount === 0;
  return (
    <>
      <FullScreen
        tone={tenderTone(view)}
        title={title}
        // If nothing was redeemed, the screen must not look like a success.
        large={!taken && view.captured === null}
        onTouch={touch}
      >
        <Figures view={view} />
        <p className="max-w-prose text-section text-balance">{next}</p>
        <ItemsPrice view={view} />
        <Consequences view={view} />
        <div className="mt-2 flex flex-wrap items-center justify-center gap-3">
          {isAllInDoubt ? (
            <Button look="main" autoFocus onClick={nextCustomer}>
              {words.flight.nextCustomer}
            </Button>
          ) : (
            <Button look={asks ? 'plain' : 'main'} autoFocus={!asks} onClick={goOn}>
              {returnsAt !== null && <CountdownRing />}
              {sale.register !== null && isFinished(sale) ? words.registers.back : words.verdict.next}
            </Button>
          )}
          {taken &&
            slotsOf('receipt').map((ReceiptButton, position) => (
              <ReceiptButton key={position} view={view}>
                {words.verdict.receipt}
              </ReceiptButton>
            ))}
          {isOpen && (
            <Button look="quiet" onClick={isAllInDoubt ? goOn : nextCustomer}>
              {isAllInDoubt ? words.flight.back : words.flight.nextCustomer}
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

/** The redeemed amount; after a partial payment, the rest to collect, in larger type. */
function Figures({ view }: { readonly view: TenderView }) {
  const { verdict } = useWords();
  const { sale } = useTill();
  const taken = hasRedeemed(view.state);
  if (!taken && view.captured === null) return null;
  const collect = taken ? toCollect(sale, view) : null;
  const biggest = 'text-verdict font-semibold short:text-amount';
  return (
    <>
      <Amount
        worth={view.captured ?? view.requested}
        className={collect === null ? biggest : 'text-title font-semibold till:text-amount short:text-title'}
      />
      {collect !== null && (
        <p className="w-full">
          <span className="block text-title font-semibold">{verdict.collect}</span>
          <Amount worth={collect} className={biggest} />
        </p>
      )}
    </>
  );
}

/** A ring that shows the time until the screen closes by itself. */
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
