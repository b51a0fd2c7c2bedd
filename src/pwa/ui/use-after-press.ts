import { useCallback, useEffect, useRef } from 'react';

/**
 * A press that becomes no click, because the finger slid off, is over this long after it was let
 * go.
 */
const NO_CLICK_MS = 400;

/**
 * What a field says when it is left may move the very button that somebody is pressing, and the
 * press would come to nothing.
 * @returns calls what it is given at once, or after the press that is under way
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
