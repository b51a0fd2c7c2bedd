import type { ReactNode } from 'react';
import type { Role } from '../../../contract/access/people.ts';
import { hasRedeemed, isTenderOpen, type TenderView, tenderTone } from '../../../contract/redemption/tender.ts';
import { UndoButton } from '../../refund/undo-button.tsx';
import { PrintButton, receiptElement } from '../../shell/print-button.tsx';
import { slotsOf } from '../../shell/slots.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { DONE_VERDICT_MS } from '../limits.ts';
import { isFinished, leftToPay, needsPrice, saleFacts } from '../till/sale.ts';
import { useRule } from '../till/use-rule.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { awaitsAnswer } from '../till/whose-sale.ts';
import { Consequences } from './consequences.tsx';
import { CollectButton } from './end-of-sale.tsx';
import { FullScreen } from './full-screen.tsx';
import { ItemsPrice } from './items-price.tsx';
import { Receipt } from './receipt.tsx';
import { completesSale, paidTotal, toCollect, verdictMessage } from './verdict-message.ts';

/** The result of a redemption as recorded in the journal, readable from an arm's length. */
export function Verdict({ view, returnsAt, role, onChangeDue }: VerdictProps) {
  const messages = useMessages();
  const { value } = useFormat();
  const { goOn, touch, nextCustomer } = useTillStore();
  const till = useTill();
  const { sale } = till;
  const { emptyVouchers } = useRule();
  const isLast = completesSale(sale, view);
  const { title, next } = verdictMessage(messages, view, { value, emptyVouchers, isLast });
  const { saleId } = view;
  const isRedeemed = hasRedeemed(view.state);
  const isPriceMissing = needsPrice(sale, view);
  const isOpen = isTenderOpen(view.state) && sale.register === null;
  // True if no other amount is due, so that another voucher would pay the same amount again.
  const isAllInDoubt = isOpen && leftToPay(sale)?.amount === 0;
  return (
    <>
      <FullScreen
        tone={tenderTone(view)}
        title={title}
        // If nothing was redeemed, the screen must not look like a success.
        large={!isRedeemed && view.captured === null}
        onTouch={touch}
      >
        <Figures view={view} />
        <p className="max-w-prose text-section text-balance">{next}</p>
        <ItemsPrice view={view} />
        <Consequences view={view} />
        <div className="mt-2 flex flex-wrap items-center justify-center gap-3">
          {awaitsAnswer(till) ? (
            <RestToPay isPriceMissing={isPriceMissing} onChangeDue={onChangeDue} />
          ) : (
            <NextStep
              endsSale={isAllInDoubt || isLast}
              isPriceMissing={isPriceMissing}
              ring={returnsAt !== null && <CountdownRing />}
            />
          )}
          {isRedeemed && (
            <PrintButton what="receipt" subject={view.id} paper={receiptElement} drawer look="quiet">
              {messages.verdict.receipt}
            </PrintButton>
          )}
          {isOpen && (
            <Button variant="quiet" onClick={isAllInDoubt ? goOn : nextCustomer}>
              {isAllInDoubt ? messages.flight.back : messages.flight.nextCustomer}
            </Button>
          )}
          <UndoButton tender={view} role={role} />
          {isRedeemed &&
            saleId !== null &&
            !awaitsAnswer(till) &&
            slotsOf('finishedSale').map((Part, position) => <Part key={position} saleId={saleId} />)}
        </div>
      </FullScreen>
      {isRedeemed && <Receipt view={view} sale={saleFacts(sale, view)} />}
    </>
  );
}

interface NextStepProps {
  readonly endsSale: boolean;
  readonly isPriceMissing: boolean;
  readonly ring: ReactNode;
}

/** The main button of a verdict without a question. */
function NextStep({ endsSale, isPriceMissing, ring }: NextStepProps) {
  const { flight, registers, verdict } = useMessages();
  const { goOn, nextCustomer } = useTillStore();
  const { sale } = useTill();
  if (endsSale)
    return (
      <Button variant="main" autoFocus onClick={nextCustomer}>
        <RingSpace>{ring}</RingSpace>
        {flight.nextCustomer}
      </Button>
    );
  return (
    <Button variant={isPriceMissing ? 'plain' : 'main'} autoFocus={!isPriceMissing} onClick={goOn}>
      <RingSpace>{ring}</RingSpace>
      {sale.register !== null && isFinished(sale) ? registers.back : verdict.next}
    </Button>
  );
}

interface VerdictProps {
  readonly view: TenderView;
  readonly returnsAt: number | null;
  readonly role: Role;
  /** The bill changed after this redemption. */
  readonly onChangeDue: () => void;
}

/**
 * The answers to a verdict with an amount left to pay: it was collected, which ends the sale, or
 * another voucher follows.
 */
function RestToPay({ isPriceMissing, onChangeDue }: Pick<VerdictProps, 'onChangeDue'> & { isPriceMissing: boolean }) {
  const { verdict } = useMessages();
  const { goOn } = useTillStore();
  return (
    <>
      <CollectButton variant={isPriceMissing ? 'plain' : 'main'} autoFocus={!isPriceMissing} />
      <Button onClick={goOn}>{verdict.another}</Button>
      <Button variant="quiet" onClick={onChangeDue}>
        {verdict.changeDue}
      </Button>
    </>
  );
}

/**
 * The redeemed amount; after a partial payment, the amount left to collect, in larger type. The
 * last redemption of a sale shows the amount of the sale.
 */
function Figures({ view }: { readonly view: TenderView }) {
  const { verdict, labelled } = useMessages();
  const { value } = useFormat();
  const { sale } = useTill();
  const isRedeemed = hasRedeemed(view.state);
  if (!isRedeemed && view.captured === null) return null;
  const collect = isRedeemed ? toCollect(sale, view) : null;
  const biggest = 'text-verdict font-semibold short:text-amount';
  if (completesSale(sale, view) && view.captured !== null) {
    return (
      <>
        <Amount worth={paidTotal(sale)} className={biggest} />
        {sale.rows.length > 1 && (
          <p className="text-section font-semibold">
            {labelled(verdict.voucher(`··${view.last4}`), value(view.captured))}
          </p>
        )}
      </>
    );
  }
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

/** Stays without a ring: a press ends it, and must not move the pressed button. */
function RingSpace({ children }: { readonly children: ReactNode }) {
  return <span className="size-7 shrink-0">{children}</span>;
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
        style={{ animation: `ring ${DONE_VERDICT_MS}ms linear forwards` }}
      />
    </svg>
  );
}
