import { CornerDownLeft, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { isItems, magnitude, money, type VoucherValue } from '../../../contract/money/money.ts';
import { SHORTCUTS } from '../../shell/layout/shortcuts.tsx';
import { useShortcut } from '../../shell/use-shortcut.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Keypad } from '../../ui/keypad.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { type AmountEntry, emptyEntry, isUnclear } from '../till/entry.ts';
import { balanceOf, dueOf, leftToPay } from '../till/sale.ts';
import type { Panel } from '../till/till.ts';
import { useReceiptMissing } from '../till/use-rule.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { amountInstead, type amountObstacle } from '../till/voucher-amount.ts';
import { AmountDueQuestion } from './amount-due-question.tsx';
import { EntryAmount, EntryReading, UnclearNotice } from './entry-amount.tsx';
import { useKeypadKeys } from './use-keypad-keys.ts';
import { VoucherFacts } from './voucher-facts.tsx';

/*
 * With enough width, the open keypad takes the left half. In a low window, the facts take that half
 * while the keypad is closed.
 */
const OPEN =
  '@min-[26rem]:grid @min-[26rem]:grid-cols-2 ' +
  '@min-[26rem]:grid-rows-[auto_auto_1fr_auto_auto] @min-[26rem]:*:col-start-2';
const CLOSED = 'short:@md:grid short:@md:grid-cols-2 short:@md:grid-rows-[auto_1fr_auto_auto] short:@md:*:col-start-2';

/**
 * If the panel has to scroll, the button stays at the bottom of the screen, where it hides no keys.
 */
const STAYS_IN_VIEW = 'sticky bottom-0 till:bottom-3 max-till:shadow-[0_0.5rem_0_0.5rem_var(--color-neutral-2)]';

/**
 * The balance, the amount to redeem, and the button, last. Digits on the keyboard change the
 * amount, Enter redeems. Without an amount due, the user types an amount or presses the button for
 * the whole balance. The open keypad reduces the balance to one line.
 */
export function RedeemAmount({
  panel,
  blocked,
}: {
  readonly panel: Panel;
  readonly blocked: ReturnType<typeof amountObstacle>;
}) {
  const { check: messages, registers } = useMessages();
  const isMissing = useReceiptMissing();
  const { value, point } = useFormat();
  const { redeem, redeemAll, takeKey } = useTillStore();
  const { sale } = useTill();
  const { amount, typed } = panel;
  const all = amountInstead(sale, panel);
  const [typing, setTyping] = useState(blocked === 'nothing');
  const [panelElement, setPanelElement] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The focus is set to the button for Enter, which receives digits, too.
  useShortcut(SHORTCUTS.amount, () => {
    setTyping(true);
    button.current?.focus();
  });
  useKeypadKeys(panelElement, (key) => {
    if (key === 'add') return;
    setTyping(true);
    takeKey(key);
  });
  return (
    <div className="@container" data-takes-keys ref={setPanelElement}>
      <div className={`flex flex-col gap-x-6 gap-y-3 ${typing ? OPEN : CLOSED}`}>
        <div
          className={`@container grid grid-cols-[minmax(0,1fr)] content-start gap-3 ${typing ? '' : 'short:@md:col-start-1! short:@md:row-span-4 short:@md:row-start-1'}`}
        >
          <VoucherFacts panel={panel} brief={typing} />
          <DueLine panel={panel} />
          <div className="till:hidden">
            <AmountDueQuestion />
          </div>
          <PaidAlready panel={panel} />
        </div>
        <div className="@container border-t border-neutral-4 pt-3">
          <div className="flex items-center justify-between gap-x-3 [--beside:4.5rem]">
            <span className="min-w-0 text-label font-medium text-neutral-9">{messages.take}</span>
            <ChosenAmount amount={amount} typed={typed} />
            <Button
              variant="quiet"
              aria-label={messages.changeAmount}
              aria-expanded={typing}
              onClick={() => setTyping(!typing)}
            >
              <Pencil aria-hidden strokeWidth={1.75} size={20} />
            </Button>
          </div>
        </div>
        {typing && (
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 @min-[26rem]:col-start-1! @min-[26rem]:row-span-5 @min-[26rem]:row-start-1">
            {!isItems(amount) && <EntryReading entry={typed ?? emptyEntry} currency={amount.currency} />}
            <Keypad
              keys={isItems(amount) ? ['clear', '0', 'back'] : [point, '0', 'back']}
              onKey={takeKey}
              onDone={() => button.current?.focus()}
            />
          </div>
        )}
        {typed !== null && isUnclear(typed) && !isItems(amount) && (
          <div>
            <UnclearNotice currency={amount.currency} />
          </div>
        )}
        {blocked === 'too-much' && panel.check.remaining !== null && (
          <div>
            <Notice tone="attention">{messages.tooMuch(value(panel.check.remaining))}</Notice>
          </div>
        )}
        {all !== null && !isMissing && (
          <Button
            // Its space stays reserved after typing, so that keys never move while they are tapped.
            className={`text-[min(1rem,6.5vw)] ${magnitude(amount) === 0 || blocked === 'too-much' ? '' : 'invisible'} ${typing ? '@min-[26rem]:row-start-4' : 'short:@md:row-start-3'}`}
            onClick={redeemAll}
          >
            {(dueOf(sale) === null ? messages.takeAll : messages.redeem)(value(all))}
          </Button>
        )}
        <Button
          ref={button}
          variant="main"
          data-redeems
          autoFocus={!isMissing}
          // `disabled` would lose the focus and the next digits. The till refuses invalid
          // amounts itself.
          aria-disabled={blocked !== null || isMissing}
          onClick={redeem}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          className={`till:min-h-20 till:low:min-h-14 ${typing ? '@min-[26rem]:row-start-5 @min-[26rem]:px-3' : `${STAYS_IN_VIEW} short:@md:row-start-4`}`}
        >
          {isMissing
            ? registers.receiptFirst
            : blocked === 'nothing'
              ? messages.redeemNothing
              : messages.redeem(value(amount))}
          <CornerDownLeft aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
    </div>
  );
}

/** Warns if the amount exceeds the amount left to pay, or that amount may already be paid. */
function PaidAlready({ panel: { amount } }: { readonly panel: Panel }) {
  const { check: messages } = useMessages();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const { left, inDoubt } = balanceOf(sale);
  if (inDoubt === 0) return left === 0 && <Notice tone="attention">{messages.covered}</Notice>;
  const isWithinLeft = left !== null && left > 0 && (isItems(amount) || amount.amount <= left);
  return !isWithinLeft && <Notice tone="unknown">{messages.inDoubt(text(money(inDoubt, sale.currency)))}</Notice>;
}

/**
 * The amount due and the amount left after this redemption, for phones, where the sheet covers
 * them.
 */
function DueLine({ panel: { amount } }: { readonly panel: Panel }) {
  const { sale: messages } = useMessages();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const due = dueOf(sale);
  const left = leftToPay(sale);
  if (due === null || left === null) return null;
  const taking = !isItems(amount) && amount.currency === left.currency ? amount.amount : 0;
  const after = money(Math.max(0, left.amount - taking), left.currency);
  return <p className="font-medium tabular-nums till:hidden">{messages.dueLine(text(due), text(after))}</p>;
}

/** The amount to redeem, or the typed text while it is not an amount. */
function ChosenAmount({ amount, typed }: { readonly amount: VoucherValue; readonly typed: AmountEntry | null }) {
  const size = 'ml-auto text-title font-semibold';
  // No amount is proposed yet, which is not the same as zero.
  if (typed === null && magnitude(amount) === 0) return <span className={`text-neutral-9 ${size}`}>–</span>;
  if (typed === null || isItems(amount)) return <Amount worth={amount} className={size} />;
  return <EntryAmount entry={typed} currency={amount.currency} className={size} />;
}
