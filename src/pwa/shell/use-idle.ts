import { useEffect, useEffectEvent } from 'react';
import { storageName } from '../api/in-frame.ts';
import { SIGNAL_EVERY_MS } from './limits.ts';

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel'] as const;
/**
 * Tabs of this till share user activity, because locking one locks all, so that a forgotten tab
 * would lock the tab in use.
 */
const CHANNEL = storageName('tillside-signs-of-life');

/** Calls `onIdle` after `afterMs` without user input in any tab of this till. */
export function useIdle(afterMs: number, onIdle: () => void): void {
  const report = useEffectEvent(onIdle);
  useEffect(() => {
    let timer = setTimeout(() => report(), afterMs);
    const tabs = new BroadcastChannel(CHANNEL);
    let signalledAt = Number.NEGATIVE_INFINITY;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => report(), afterMs);
    };
    const touched = () => {
      restart();
      if (performance.now() - signalledAt < SIGNAL_EVERY_MS) return;
      signalledAt = performance.now();
      tabs.postMessage(null);
    };
    tabs.addEventListener('message', restart);
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, touched, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      tabs.close();
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, touched, { capture: true });
    };
  }, [afterMs]);
}
