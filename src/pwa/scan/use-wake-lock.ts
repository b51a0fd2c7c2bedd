import { useEffect } from 'react';

/**
 * Keeps the screen on while `active` and the page is visible.
 *
 * If the device refuses (battery low), the screen dims as usual.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
    if (!active || !wakeLock) return undefined;
    let released = false;
    let lock: WakeLockSentinel | undefined;
    const request = () => {
      if (document.visibilityState !== 'visible') return;
      wakeLock.request('screen').then(
        (granted) => {
          if (released) void granted.release();
          else lock = granted;
        },
        () => undefined,
      );
    };
    request();
    // The system releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', request);
    return () => {
      released = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [active]);
}
