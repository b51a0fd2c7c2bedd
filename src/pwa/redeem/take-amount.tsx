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

const AFTER_NINE = ['00', '0', 'back'] as const;

/** The amount to take, and the one button. Digits on the keyboard change the amount, Enter redeems. */
export function TakeAmount({ panel, blocked }: { readonly panel: Panel; readonly blocked: ReturnType<typeof obstacle> }) {
  const { check: words } = useWords();
  const { worth } = useFormat();
  const { redeem, takeKey } = useTillStore();
  const { sale } = useTill();
  const [typing, setTyping] = useState(blocked === 'nothing');
  const [panelElement, setPanelElement] = useState<HTMLElement | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  useShortcut(SHORTCUTS.amount, () => {
    setTyping(true);
    edit.current?.focus();
  });
  useKeypadKeys(panelElement, (key) => {
    if (key === 'add') return;
    setTyping(true);
    takeKey(key);
  });
  return (
    <div className="grid gap-3" data-takes-keys ref={setPanelElement}>
      {leftToPay(sale)?.amount === 0 && <Notice tone="attention">{words.covered}</Notice>}
      <div className="flex items-center justify-between gap-3 border-t border-neutral-4 pt-3">
        <span className="text-label font-medium text-neutral-9">{words.take}</span>
        <Amount worth={panel.take} className="ml-auto text-title font-semibold" />
        <Button ref={edit} look="quiet" aria-label={words.changeAmount} aria-expanded={typing} onClick={() => setTyping(!typing)}>
          <Pencil aria-hidden strokeWidth={1.75} size={20} />
        </Button>
      </div>
      {typing && <Keypad keys={AFTER_NINE} onKey={takeKey} />}
      {blocked === 'too-much' && panel.check.remaining !== null && (
        <Notice tone="attention">{words.tooMuch(worth(panel.check.remaining))}</Notice>
      )}
      <Button
        look="main"
        autoFocus
        disabled={blocked !== null}
        onClick={redeem}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        className="sticky bottom-0 till:bottom-4 till:min-h-20"
      >
        {blocked === 'nothing' ? words.redeemNothing : words.redeem(worth(panel.take))}
        <CornerDownLeft aria-hidden strokeWidth={1.75} size={20} />
      </Button>
    </div>
  );
}
