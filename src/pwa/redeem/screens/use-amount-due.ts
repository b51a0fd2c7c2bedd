import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasKeys } from '../till/entry.ts';
import { useReading } from '../till/use-rule.ts';
import { useTillStore } from '../till/use-till.tsx';
import { useDueKeys } from './use-keypad-keys.ts';

interface AmountDueOptions {
  /** False on phones, where the keypad is a dialog. */
  readonly isWide: boolean;
  /** The typed digits are the number of a voucher. */
  readonly onCode: (digits: string) => void;
  readonly onDone: () => void;
}

/**
 * The ways to type the amount due: F2, the keypad, its dialog on phones, and the bill that changes.
 */
export function useAmountDue(element: RefObject<HTMLElement | null>, { isWide, onCode, onDone }: AmountDueOptions) {
  const store = useTillStore();
  const [isOpen, setOpen] = useState(false);
  const reading = useReading();
  // It takes the focus only once the result over it is closed.
  const focusAfter = (act: () => void) => {
    flushSync(act);
    element.current?.focus();
  };
  const complete = () => {
    store.completeDue();
    onDone();
  };
  const begins = () => {
    const { due } = store.state().sale;
    return due.complete || !hasKeys(due);
  };
  useDueKeys(element, { reading, onKey: store.dueKey, begins, save: store.saveTyped, onCode, onDone: complete });
  return {
    isOpen,
    setOpen,
    complete,
    want: () => focusAfter(store.wantDue),
    change: () => {
      focusAfter(store.goOn);
      setOpen(!isWide);
    },
  };
}
