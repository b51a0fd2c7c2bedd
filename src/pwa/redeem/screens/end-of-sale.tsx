import type { ComponentProps } from 'react';
import { money } from '../../../contract/money/money.ts';
import { SHORTCUTS } from '../../shell/layout/shortcuts.tsx';
import { useShortcut } from '../../shell/use-shortcut.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useMessages } from '../../words/words.tsx';
import { balanceOf, isStarted, type TillSale } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { amountToCollect, continuableSale } from '../till/whose-sale.ts';

/** Ends the sale: the amount left to pay was collected. */
export function CollectButton(props: Pick<ComponentProps<typeof Button>, 'variant' | 'autoFocus' | 'className'>) {
  const { verdict } = useMessages();
  const { money: text } = useFormat();
  const { collect } = useTillStore();
  const { sale } = useTill();
  const amount = amountToCollect(sale);
  if (amount === null) return null;
  return (
    <Button {...props} onClick={collect}>
      {verdict.collected(text(money(amount, sale.currency)))}
    </Button>
  );
}

/**
 * Continues the sale that has just ended, for a bill that turns out higher or that comes after the
 * voucher. It names the amount that the bill is reduced by.
 */
export function SameCustomer() {
  const { sale: messages } = useMessages();
  const { money: text } = useFormat();
  const { continueSale } = useTillStore();
  const till = useTill();
  const last = continuableSale({ ...till, now: useNow(1_000) });
  useShortcut(SHORTCUTS.sameCustomer, continueSale);
  if (last === null) return null;
  const { redeemed, inDoubt } = balanceOf(last);
  return (
    <Button className="ml-auto min-w-0 max-w-full px-2 text-[min(1rem,4.5vw)] wrap-anywhere" onClick={continueSale}>
      {messages.sameCustomer(text(money(redeemed + inDoubt, last.currency)))}
    </Button>
  );
}

/** Sales that wait for the people who began them. */
export function LeftSales() {
  const { sale: messages } = useMessages();
  const { resumeLeft } = useTillStore();
  const { left, sale, stage } = useTill();
  const mayResume = stage.at === 'ready' && sale.register === null && !isStarted(sale);
  return left.map((waiting) => (
    <section key={waiting.id} className="card flex flex-wrap items-center justify-between gap-3 p-4">
      <div>
        <h2 className="text-label font-medium text-neutral-9">{messages.waitingFor(waiting.touched?.by ?? '')}</h2>
        <PaidVouchers sale={waiting} />
      </div>
      <Button disabled={!mayResume} onClick={() => resumeLeft(waiting.id)}>
        {messages.resume}
      </Button>
    </section>
  ));
}

/** The vouchers and amounts of a sale that is not on the screen. */
export function PaidVouchers({ sale }: { readonly sale: TillSale }) {
  const { sale: messages, verdict, labelled } = useMessages();
  const { value, money: text } = useFormat();
  const { left } = balanceOf(sale);
  return (
    <ul className="tabular-nums">
      {sale.rows.map(({ tenderId, last4, view, requested }) => (
        <li key={tenderId} translate="no">
          {labelled(verdict.voucher(`··${last4}`), value(view?.captured ?? requested))}
        </li>
      ))}
      {left !== null && <li>{labelled(messages.stillToPay, text(money(left, sale.currency)))}</li>}
    </ul>
  );
}
