import { useEffect, useEffectEvent } from 'react';
import { type Key, keyFromKeyboard } from '../till/entry.ts';

/**
 * Lets digits, Backspace, Delete and `+` on the keyboard press keypad keys while the focus is
 * inside an element.
 */
export function useKeypadKeys(
  element: HTMLElement | null,
  onKey: (key: Key) => void,
  isMeant: (target: EventTarget | null) => boolean = () => true,
): void {
  useKeysWithin(element, (event) => {
    const key = event.ctrlKey || event.metaKey || event.altKey ? null : keyFromKeyboard(event.key);
    if (key === null || !isMeant(event.target)) return;
    event.preventDefault();
    onKey(key);
  });
}

/**
 * Lets the keyboard type the amount due while the due itself or its dialog has the focus; Enter and
 * Escape end it.
 *
 * What is typed afterwards is a code again, wherever in the due a key of the keypad has the focus.
 */
export function useDueKeys(due: HTMLElement | null, onKey: (key: Key) => void, onDone: () => void): void {
  const isTyping = (target: EventTarget | null) =>
    target === due || (target instanceof Element && target.closest('dialog') !== null);
  useKeypadKeys(due, onKey, isTyping);
  useKeysWithin(due, (event) => {
    if (event.target !== due || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    onDone();
  });
}

function useKeysWithin(element: HTMLElement | null, onKeyDown: (event: KeyboardEvent) => void): void {
  const pressKey = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressKey(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [element]);
}
