import { useSyncExternalStore } from 'react';

/** What one rem is where nobody asked for other letters, pixels. */
export const REM_PX = 16;

/** Pixels of one rem: 16, or what somebody who needs larger letters has set. Follows it. */
export function useRemPx(): number {
  return useSyncExternalStore(onLetters, remPx);
}

/** 16 where nobody can tell. */
function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || REM_PX;
}

/** Other letters make the page higher or lower, and nothing else tells of them. */
function onLetters(changed: () => void): () => void {
  if (!('ResizeObserver' in window)) return () => undefined;
  const observer = new ResizeObserver(changed);
  observer.observe(document.body);
  return () => observer.disconnect();
}
