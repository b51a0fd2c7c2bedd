import { useEffect, useRef, useState } from 'react';
import { money } from '../../../contract/money/money.ts';
import { hasRedeemed, type TenderView } from '../../../contract/redemption/tender.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Keypad } from '../../ui/keypad.tsx';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import { type AmountEntry, applyKey, emptyEntry, entryTotal, isUnclear, type Key } from '../till/entry.ts';
import { needsPrice } from '../till/sale.ts';
import { useReading } from '../till/use-rule.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { EntryAmount, EntryReading, UnclearNotice } from './entry-amount.tsx';
import { useKeypadKeys } from './use-keypad-keys.ts';

/**
 * Asks for the price of the redeemed items while an amount is due. Until the cashier enters it, the
 * amount due still includes that price.
 */
export function ItemsPrice({ view }: { readonly view: TenderView }) {
  const { items: messages } = useMessages();
  const { money: text } = useFormat();
  const { sale } = useTill();
  const { price, touch } = useTillStore();
  const [typing, setTyping] = useState(false);
  const row = sale.rows.find(({ tenderId }) => tenderId === view.id);
  const isPriceMissing = needsPrice(sale, view);
  if (row === undefined || !hasRedeemed(view.state) || (!isPriceMissing && row.price === undefined)) return null;
  const open = () => {
    touch();
    setTyping(true);
  };
  return (
    <div className="grid justify-items-center gap-2">
      <p className="max-w-prose font-semibold">
        {row.price === undefined ? messages.stillIn : messages.cameOff(text(money(row.price, sale.currency)))}
      </p>
      <Button variant={isPriceMissing ? 'main' : 'quiet'} autoFocus={isPriceMissing} onClick={open}>
        {isPriceMissing ? messages.ask : messages.change}
      </Button>
      {typing && (
        <PriceDialog
          onClose={() => setTyping(false)}
          onPrice={(amount) => {
            price(view.id, amount);
            setTyping(false);
          }}
        />
      )}
    </div>
  );
}

interface PriceDialogProps {
  readonly onClose: () => void;
  readonly onPrice: (amount: number) => void;
}

function PriceDialog({ onClose, onPrice }: PriceDialogProps) {
  const { items: messages, common } = useMessages();
  const { point } = useFormat();
  const reading = useReading();
  const { currency } = useTill().sale;
  const [entry, setEntry] = useState<AmountEntry>(emptyEntry);
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const type = (key: Key) => setEntry((before) => applyKey(before, key, reading));
  useKeypadKeys(dialog, type);
  // An opened dialog takes the focus; it is set to the button for Enter.
  useEffect(() => button.current?.focus(), []);
  const done = () => {
    if (entryTotal(entry) > 0) onPrice(entryTotal(entry));
  };
  return (
    <Dialog title={messages.ask} onClose={onClose}>
      <div
        ref={(inside) => setDialog(inside?.closest('dialog') ?? null)}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 text-left"
      >
        <p className="flex min-h-[1lh] items-center text-amount font-semibold">
          <EntryAmount entry={entry} currency={currency} />
        </p>
        {isUnclear(entry) && <UnclearNotice currency={currency} />}
        <EntryReading entry={entry} currency={currency} />
        <Keypad keys={['00', '0', point, 'clear', 'back', 'add']} onKey={type} onDone={done} />
        <Button ref={button} variant="main" aria-disabled={entryTotal(entry) === 0} onClick={done}>
          {common.done}
        </Button>
      </div>
    </Dialog>
  );
}
