import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isLongerThanAmounts, type Key, type KeyReading, keyFromKeyboard } from '../till/entry.ts';

/**
 * Maps digits, Backspace, Delete and `+` on the keyboard to keypad keys while the focus is inside
 * an element.
 */
export function useKeypadKeys(element: HTMLElement | null, onKey: (key: Key) => void): void {
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === null) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => listenWithin(element, (event) => pressKey(event)), [element]);
}

interface DueKeys {
  readonly reading: KeyReading;
  readonly onKey: (key: Key) => void;
  /** True if the next digit begins an amount. */
  readonly begins: () => boolean;
  /** Saves the state that digits can change; the returned function restores it. */
  readonly save: () => () => void;
  /** The digits are the number of a voucher. */
  readonly onCode: (digits: string) => void;
  readonly onDone: () => void;
}

/**
 * Lets the keyboard type the amount due, while it or its dialog has the focus. Enter and Escape end
 * typing.
 *
 * If there are more digits than an amount has, all of them are a voucher's number. Input elsewhere
 * is a code, even if a key of the keypad has the focus.
 */
export function useDueKeys(
  due: RefObject<HTMLElement | null>,
  { reading, onKey, begins, save, onCode, onDone }: DueKeys,
): void {
  const digits = useRef('');
  const restore = useRef<(() => void) | null>(null);
  const forget = () => {
    digits.current = '';
  };
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const isDue = event.target === due.current;
    if (isDue && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault();
      forget();
      return onDone();
    }
    const key = isDue || isInDialog(event.target) ? keyOf(event) : null;
    if (key === null) return forget();
    event.preventDefault();
    if (begins()) forget();
    if (digits.current === '') restore.current = save();
    digits.current = /^\d$/.test(key) ? digits.current + key : '';
    if (!isDue || !isLongerThanAmounts(digits.current, reading)) return onKey(key);
    restore.current?.();
    onCode(digits.current);
    return forget();
  });
  /* After every render, because the element may be another one. */
  useEffect(() => listenWithin(due.current, (event) => pressKey(event)));
}

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest('dialog') !== null;

function keyOf(event: KeyboardEvent): Key | null {
  return event.ctrlKey || event.metaKey || event.altKey ? null : keyFromKeyboard(event.key);
}

function listenWithin(element: HTMLElement | null, onKeyDown: (event: KeyboardEvent) => void): () => void {
  element?.addEventListener('keydown', onKeyDown);
  return () => element?.removeEventListener('keydown', onKeyDown);
}
