import { useEffect, useEffectEvent } from 'react';
import { type Keep, listenForScans } from './listen.ts';
import type { ScanEvent } from './scan-event.ts';

/**
 * Hears keyboard-wedge scanners, and codes pasted outside fields, anywhere on the page while
 * `enabled`. What a person types arrives where it would have arrived; what a scanner types arrives
 * here only: it is taken out of the field that has the focus, its Enter presses nothing, and no key
 * listener of the page sees it. Where a stalled page did let one see its beginning, what `keep`
 * returned before that puts it right.
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
