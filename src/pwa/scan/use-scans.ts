import { useEffect, useEffectEvent } from 'react';
import { type Keep, listenForScans } from './listen.ts';
import type { ScanEvent } from './scan-event.ts';

/**
 * Listens to keyboard-wedge scanners, and to codes pasted outside fields, anywhere on the page
 * while `enabled`. Typed input is unaffected. Scanned input arrives only here: it is removed from
 * the focused field, its Enter presses nothing, and no key listener of the page receives it. If a
 * stalled page did receive its beginning, the result of `keep` restores the page.
 */
export function useScans(
  onScan: (scan: ScanEvent) => void,
  { enabled, keep }: { readonly enabled: boolean; readonly keep?: Keep },
): void {
  const report = useEffectEvent(onScan);
  useEffect(() => {
    if (!enabled) return undefined;
    return listenForScans(document, (scan) => report(scan), keep);
  }, [enabled, keep]);
}
