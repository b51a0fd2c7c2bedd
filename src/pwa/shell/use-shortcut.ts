import { useEffectEvent, useLayoutEffect } from 'react';

/** Runs `act` when this key is pressed anywhere; key repeats are ignored. */
export function useShortcut(key: string, act: () => void): void {
  const run = useEffectEvent(act);
  /* With the page itself, so that no early key is lost. */
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [key]);
}
