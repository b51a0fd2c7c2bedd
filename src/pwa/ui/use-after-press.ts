import { useCallback, useEffect, useRef } from 'react';
import { NO_CLICK_MS } from './limits.ts';

/**
 * Delays a field's message until a press has ended. When a field loses the focus, its message may
 * move the button that is being pressed, so that the press would be lost.
 * @returns a function that calls its argument at once, or after the current press
 */
export function useAfterPress(): (then: () => void) => void {
  const pressing = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = () => {
      pressing.current = false;
      waiting.current?.();
      waiting.current = null;
    };
    const overIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(over, ms);
    };
    const begin = () => {
      clearTimeout(timer);
      pressing.current = true;
    };
    const letGo = () => overIn(NO_CLICK_MS);
    const clicked = () => overIn(0);
    addEventListener('pointerdown', begin, true);
    addEventListener('pointerup', letGo, true);
    addEventListener('pointercancel', letGo, true);
    addEventListener('click', clicked, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', begin, true);
      removeEventListener('pointerup', letGo, true);
      removeEventListener('pointercancel', letGo, true);
      removeEventListener('click', clicked, true);
    };
  }, []);
  return useCallback((then) => {
    if (pressing.current) waiting.current = then;
    else then();
  }, []);
}
