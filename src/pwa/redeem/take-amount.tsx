import { CornerDownLeft, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { SHORTCUTS } from '../shell/shortcuts.tsx';
import { useShortcut } from '../shell/use-shortcut.ts';
import { Amount } from '../ui/amount.tsx';
import { Button } from '../ui/button.tsx';
import { Keypad } from '../ui/keypad.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';
import { leftToPay, type obstacle } from './sale.ts';
import type { Panel } from './till.ts';
import { useKeypadKeys } from './use-keypad-keys.ts';
import { useTill, useTillStore } from './use-till.tsx';
import { VoucherFacts } from './voucher-facts.tsx';

const AFTER_NINE = ['00', '0', 'back'] as const;

/* Where there is room beside it, the keypad takes the left half, and in a low window the facts do while it is closed. The third row gives way. */
const OPEN = '@md:grid-cols-2 @md:grid-rows-[auto_auto_1fr_auto] @md:*:col-start-2';
const CLOSED = 'short:@md:grid-cols-2 short:@md:grid-rows-[auto_1fr_auto] short:@md:*:col-start-2';

/**
 * What the voucher holds, the amount to take, and the one button, last. Digits on the keyboard change the amount, Enter redeems. While the keypad
 * is open, what the voucher holds is one line.
 */
export function TakeAmount({ panel, blocked }: { readonly panel: Panel; readonly blocked: ReturnType<typeof obstacle> }) {
  const { check: words } = useWords();
  const { worth } = useFormat();
  const { redeem, takeKey } = useTillStore();
  const { sale } = useTill();
  const [typing, setTyping] = useState(blocked === 'nothing');
  const [panelElement, setPanelElement] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The focus goes where Enter redeems; digits are heard there too.
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
      <div className={`grid gap-x-6 gap-y-3 ${typing ? OPEN : CLOSED}`}>
        <div className={`grid content-start gap-3 ${typing ? '' : 'short:@md:col-start-1! short:@md:row-span-3 short:@md:row-start-1'}`}>
          <VoucherFacts panel={panel} brief={typing} />
          {leftToPay(sale)?.amount === 0 && <Notice tone="attention">{words.covered}</Notice>}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 border-t border-neutral-4 pt-3">
          <span className="text-label font-medium text-neutral-9">{words.take}</span>
          <Amount worth={panel.take} className="ml-auto text-title font-semibold" />
          <Button look="quiet" aria-label={words.changeAmount} aria-expanded={typing} onClick={() => setTyping(!typing)}>
            <Pencil aria-hidden strokeWidth={1.75} size={20} />
          </Button>
        </div>
        {typing && (
          <div className="@md:col-start-1! @md:row-span-4 @md:row-start-1">
            <Keypad keys={AFTER_NINE} onKey={takeKey} />
          </div>
        )}
        {blocked === 'too-much' && panel.check.remaining !== null && (
          <div>
            <Notice tone="attention">{words.tooMuch(worth(panel.check.remaining))}</Notice>
          </div>
        )}
        <Button
          ref={button}
          look="main"
          autoFocus
          // Not `disabled`, which would lose the focus and with it the digits that come next. The till refuses what can't be taken.
          aria-disabled={blocked !== null}
          onClick={redeem}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          className={`till:min-h-20 ${typing ? '@md:row-start-4 @md:px-3' : 'short:@md:row-start-3'}`}
        >
          {blocked === 'nothing' ? words.redeemNothing : words.redeem(worth(panel.take))}
          <CornerDownLeft aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
    </div>
  );
}
