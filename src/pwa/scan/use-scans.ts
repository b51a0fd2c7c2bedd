import { useEffectEvent, useLayoutEffect } from 'react';
import { listenForScans, type SavePage } from '../../reader/listen.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';

/**
 * Listens to keyboard-wedge scanners, and to codes pasted outside fields, anywhere on the page
 * while `enabled`. Typed input is unaffected. Scanned input arrives only here: it is removed from
 * the focused field, its Enter presses nothing, and no key listener of the page receives it. If a
 * stalled page did receive its beginning, the result of `keep` restores the page.
 */
export function useScans(
  onScan: (scan: ScanEvent) => void,
  { enabled, keep }: { readonly enabled: boolean; readonly keep?: SavePage },
): void {
  const report = useEffectEvent(onScan);
  /* Before the page is painted: a scan may follow at once. */
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    updatePages(() => (pages += 1));
    const stop = listenForScans(document, (scan) => report(scan), keep);
    return () => {
      stop();
      updatePages(() => (pages -= 1));
    };
  }, [enabled, keep]);
}

/** Listeners of pages, and fields to protect. The guard listens only while no page does. */
let pages = 0;
let protectedFields = 0;
let stopGuard: (() => void) | null = null;

function updatePages(count: () => void): void {
  count();
  const isNeeded = protectedFields > 0 && pages === 0;
  if (isNeeded) stopGuard ??= listenForScans(document, () => undefined);
  else {
    stopGuard?.();
    stopGuard = null;
  }
}

/** Keeps scans away from a PIN field, also on pages that do not expect any. */
export function useScanGuard(): void {
  useLayoutEffect(() => {
    updatePages(() => (protectedFields += 1));
    return () => updatePages(() => (protectedFields -= 1));
  }, []);
}
