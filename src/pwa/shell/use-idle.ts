import { useEffect, useEffectEvent } from 'react';

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel'] as const;

/** Calls `onIdle` once nobody has touched the page for `afterMs`. */
export function useIdle(afterMs: number, onIdle: () => void): void {
  const report = useEffectEvent(onIdle);
  useEffect(() => {
    let timer = setTimeout(() => report(), afterMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => report(), afterMs);
    };
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, restart, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, restart, { capture: true });
    };
  }, [afterMs]);
}
