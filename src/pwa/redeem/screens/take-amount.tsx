import { CornerDownLeft, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { isItems, magnitude, money, type VoucherValue } from '../../../contract/money/money.ts';
import { SHORTCUTS } from '../../shell/frame/shortcuts.tsx';
import { useShortcut } from '../../shell/use-shortcut.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Keypad } from '../../ui/keypad.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import { type AmountEntry, emptyEntry, isUnclear } from '../till/entry.ts';
import { allOfIt, balanceOf, dueOf, leftToPay, type obstacle } from '../till/sale.ts';
import type { Panel } from '../till/till.ts';
import { useReceiptMissing } from '../till/use-rule.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { DueQuestion } from './due-question.tsx';
import { EntryAmount, TypedAs, UnclearNotice } from './entry-amount.tsx';
import { useKeypadKeys } from './use-keypad-keys.ts';
import { VoucherFacts } from './voucher-facts.tsx';

/*
 * With enough width, the open keypad takes the left half. In a low window, the facts do while it is
 * closed. The row of notices makes room.
 */
const OPEN = '@min-[26rem]:grid-cols-2 @min-[26rem]:grid-rows-[auto_auto_1fr_auto_auto] @min-[26rem]:*:col-start-2';
const CLOSED = 'short:@md:grid-cols-2 short:@md:grid-rows-[auto_1fr_auto_auto] short:@md:*:col-start-2';

/**
 * The balance, the amount to redeem, and the button, last. Digits on the keyboard change the
 * amount, Enter redeems. Without an amount due, the user types one or presses the button for the
 * whole balance. The open keypad reduces the balance to one line.
 */
export function TakeAmount({
  panel,
  blocked,
}: {
  readonly panel: Panel;
  readonly blocked: ReturnType<typeof obstacle>;
}) {
  const { check: words, registers } = useWords();
  const isMissing = useReceiptMissing();
  const { worth, point } = useFormat();
  const { redeem, redeemAll, takeKey } = useTillStore();
  const { sale } = useTill();
  const { take, typed } = panel;
  const all = allOfIt(sale, panel.check);
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
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 ${typing ? OPEN : CLOSED}`}>
        <div
          className={`@container grid grid-cols-[minmax(0,1fr)] content-start gap-3 ${typing ? '' : 'short:@md:col-start-1! short:@md:row-span-4 short:@md:row-start-1'}`}
        >
          <VoucherFacts panel={panel} brief={typing} />
          <DueLine panel={panel} />
          <div className="till:hidden">
            <DueQuestion />
          </div>
          <PaidAlready panel={panel} />
        </div>
        <div className="@container border-t border-neutral-4 pt-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3 [--beside:4.5rem]">
            <span className="text-label font-medium text-neutral-9">{words.take}</span>
            <Take take={take} typed={typed} />
            <Button
              look="quiet"
              aria-label={words.changeAmount}
              aria-expanded={typing}
              onClick={() => setTyping(!typing)}
            >
              <Pencil aria-hidden strokeWidth={1.75} size={20} />
            </Button>
          </div>
        </div>
        {typing && (
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 @min-[26rem]:col-start-1! @min-[26rem]:row-span-5 @min-[26rem]:row-start-1">
            {!isItems(take) && <TypedAs entry={typed ?? emptyEntry} currency={take.currency} />}
            <Keypad
              keys={isItems(take) ? ['clear', '0', 'back'] : [point, '0', 'back']}
              onKey={takeKey}
              onDone={() => button.current?.focus()}
            />
          </div>
        )}
        {typed !== null && isUnclear(typed) && !isItems(take) && (
          <div>
            <UnclearNotice currency={take.currency} />
          </div>
        )}
        {blocked === 'too-much' && panel.check.remaining !== null && (
          <div>
            <Notice tone="attention">{words.tooMuch(worth(panel.check.remaining))}</Notice>
          </div>
        )}
        {all !== null && !isMissing && (
          <Button
            // Its space stays reserved after typing, so that keys do not move under a finger.
            className={`text-[min(1rem,6.5vw)] ${magnitude(take) === 0 ? '' : 'invisible'} ${typing ? '@min-[26rem]:row-start-4' : 'short:@md:row-start-3'}`}
            onClick={redeemAll}
          >
            {words.takeAll(worth(all))}
          </Button>
        )}
        <Button
          ref={button}
          look="main"
          autoFocus={!isMissing}
          // `disabled` would lose the focus and the next digits. The till refuses invalid
          // amounts itself.
          aria-disabled={blocked !== null || isMissing}
          onClick={redeem}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          className={`till:min-h-20 ${typing ? '@min-[26rem]:row-start-5 @min-[26rem]:px-3' : 'short:@md:row-start-4'}`}
        >
          {isMissing ? registers.receiptFirst : blocked === 'nothing' ? words.redeemNothing : words.redeem(worth(take))}
          <CornerDownLeft aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
    </div>
  );
}

/** Warns if the amount is more than the rest to pay, or the rest may already be paid. */
function PaidAlready({ panel: { take } }: { readonly panel: Panel }) {
  const { check: words } = useWords();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const { left, inDoubt } = balanceOf(sale);
  if (inDoubt === 0) return left === 0 && <Notice tone="attention">{words.covered}</Notice>;
  const isWithinLeft = left !== null && left > 0 && (isItems(take) || take.amount <= left);
  return !isWithinLeft && <Notice tone="unknown">{words.inDoubt(text(money(inDoubt, sale.currency)))}</Notice>;
}

/** On phones, where the sheet covers it: the amount due, and the rest after this redemption. */
function DueLine({ panel: { take } }: { readonly panel: Panel }) {
  const { sale: words } = useWords();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const due = dueOf(sale);
  const left = leftToPay(sale);
  if (due === null || left === null) return null;
  const taking = !isItems(take) && take.currency === left.currency ? take.amount : 0;
  const after = money(Math.max(0, left.amount - taking), left.currency);
  return <p className="font-medium tabular-nums till:hidden">{words.dueLine(text(due), text(after))}</p>;
}

/** The amount to take; while what was typed is no amount, what was typed. */
function Take({ take, typed }: { readonly take: VoucherValue; readonly typed: AmountEntry | null }) {
  const size = 'ml-auto text-title font-semibold';
  // No amount is proposed yet, which is not the same as zero.
  if (typed === null && magnitude(take) === 0) return <span className={`text-neutral-9 ${size}`}>–</span>;
  if (typed === null || isItems(take)) return <Amount worth={take} className={size} />;
  return <EntryAmount entry={typed} currency={take.currency} className={size} />;
}
