import { useEffect, useEffectEvent } from 'react';
import { type Key, keyFromKeyboard } from './entry.ts';

/** Lets digits, Backspace, Delete and `+` on the keyboard press keypad keys while the focus is inside an element. */
export function useKeypadKeys(element: HTMLElement | null, onKey: (key: Key) => void): void {
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey || event.altKey ? null : keyFromKeyboard(event.key);
    if (key === null) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressKey(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [element]);
}
