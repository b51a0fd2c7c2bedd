import { Pencil } from 'lucide-react';
import type { Ref } from 'react';
import { money } from '../../../contract/money/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Keypad } from '../../ui/keypad.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { entryTotal, isUnclear } from '../till/entry.ts';
import { balanceOf, isOver, type TillSale } from '../till/sale.ts';
import { isCover } from '../till/till.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { CollectButton, SameCustomer } from './end-of-sale.tsx';
import { EntryAmount, EntryReading, UnclearNotice } from './entry-amount.tsx';

/**
 * The amount due and the amount left to pay, always visible. The keypad is next to it on tills and
 * behind the pencil on phones.
 */
export function DuePanel({ ref, onDone, showKeypad, isOpen, onOpen }: DuePanelProps) {
  const { sale: messages, common } = useMessages();
  const { dueKey, completeDue } = useTillStore();
  const { sale, stage } = useTill();
  const { point } = useFormat();
  const close = () => {
    completeDue();
    onOpen(false);
  };
  const keypad = (done: () => void) => (
    <>
      <EntryReading entry={sale.due} currency={sale.currency} />
      <Keypad keys={['00', '0', point, 'clear', 'back', 'add']} onKey={dueKey} onDone={done} />
    </>
  );
  return (
    <section ref={ref} tabIndex={-1} aria-label={messages.dueOptional} className="card p-4 till:p-6 till:low:py-3">
      <div className="@container grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3 max-till:[--beside:4.5rem]">
          <div className="flex min-w-0 grow items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="text-label font-medium text-neutral-9">{messages.due}</h2>
              <Due sale={sale} size="text-amount till:text-amount-till" />
            </div>
            {sale.register === null && (
              <Button variant="quiet" className="till:hidden" aria-label={messages.setDue} onClick={() => onOpen(true)}>
                <Pencil aria-hidden strokeWidth={1.75} size={20} />
              </Button>
            )}
          </div>
          <LeftToPay />
          <SameCustomer />
        </div>
        {!isCover(stage) && <CollectButton className="justify-self-start" />}
        {showKeypad && <div className="grid gap-2">{keypad(onDone)}</div>}
      </div>
      {isOpen && (
        <Dialog title={messages.dueOptional} onClose={close} onScan="closes">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div>
              <Due sale={sale} size="text-amount" />
            </div>
            <EarlierVouchers />
            {keypad(close)}
            <Button variant="main" onClick={close}>
              {common.done}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/**
 * Vouchers of the sale count against an amount that is typed later. A cashier who serves the next
 * customer begins a new sale first. The height does not depend on the amount: no key moves.
 */
function EarlierVouchers() {
  const { sale: messages, labelled } = useMessages();
  const { money: text } = useFormat();
  const { newSale } = useTillStore();
  const { sale } = useTill();
  if (sale.rows.length === 0 || sale.register !== null || isOver(sale)) return null;
  const { redeemed } = balanceOf(sale);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-label font-medium text-neutral-11">
        {redeemed > 0 && labelled(messages.taken, text(money(redeemed, sale.currency)))}
      </p>
      <Button
        onClick={({ currentTarget }) => {
          // The button disappears: without a focus in the dialog, typed digits would be lost.
          currentTarget.closest('dialog')?.querySelector('button')?.focus();
          newSale();
        }}
      >
        {messages.newSale}
      </Button>
    </div>
  );
}

interface DuePanelProps {
  readonly ref: Ref<HTMLElement>;
  /** The amount is complete; a code comes next. */
  readonly onDone: () => void;
  readonly showKeypad: boolean;
  /** True while the keypad of a phone is open. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/**
 * The amount due, or a text that none is set. It has its full height from the start, so that keys
 * never move while they are tapped.
 */
function Due({ sale: { due, currency }, size }: { readonly sale: TillSale; readonly size: string }) {
  const { sale: messages } = useMessages();
  const isEmpty = entryTotal(due) === 0 && !isUnclear(due);
  return (
    <>
      <p className={`flex min-h-[1lh] items-center font-semibold ${size}`}>
        {isEmpty ? (
          <span className="text-section font-medium text-neutral-9">{messages.noDue}</span>
        ) : (
          <EntryAmount entry={due} currency={currency} />
        )}
      </p>
      {due.added.length > 0 && <p className="text-label text-neutral-9">{messages.sum(due.added.length)}</p>}
      {isUnclear(due) && <UnclearNotice currency={currency} />}
    </>
  );
}

/**
 * The amount left to pay by other means, and the amount already paid. Their sum is the amount due.
 */
function LeftToPay() {
  const { sale: messages } = useMessages();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const { left, priced, redeemed, inDoubt, overpaid } = balanceOf(sale);
  const isUntouched = priced + redeemed + inDoubt === 0;
  // Hidden until the first redemption, because it equals the amount due.
  if (isUntouched) return null;
  const amount = (minor: number) => money(minor, sale.currency);
  const isPaid = left === 0 && inDoubt === 0;
  return (
    <div className="ml-auto text-right">
      <h2 className="text-label font-medium text-neutral-9">{left === null ? messages.taken : messages.stillToPay}</h2>
      {isPaid ? (
        <p className="text-section font-semibold text-done-ink">{messages.paid}</p>
      ) : (
        <Amount worth={amount(left ?? redeemed)} className="block text-title font-semibold till:text-amount" />
      )}
      {priced > 0 && <p className="text-label text-neutral-9">{messages.paidInItems(text(amount(priced)))}</p>}
      {left !== null && redeemed > 0 && (
        <p className="text-label text-neutral-9">{messages.redeemed(text(amount(redeemed)))}</p>
      )}
      {sale.collected !== null && (
        <p className="text-label text-neutral-9">{messages.collected(text(amount(sale.collected)))}</p>
      )}
      {inDoubt > 0 && (
        <p className="text-label font-medium text-unknown-ink">{messages.inDoubt(text(amount(inDoubt)))}</p>
      )}
      {overpaid > 0 && (
        <p className="text-label font-semibold text-attention-ink">
          {(inDoubt > 0 ? messages.perhapsOverpaid : messages.overpaid)(text(amount(overpaid)))}
        </p>
      )}
    </div>
  );
}
