import { useSyncExternalStore } from 'react';

/** The default of one rem, pixels. */
export const REM_PX = 16;

/** Pixels of one rem: 16, or more if the user has set larger type. Updates on changes. */
export function useRemPx(): number {
  return useSyncExternalStore(onLetters, remPx);
}

/** 16 if it is unknown. */
function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || REM_PX;
}

/** A change of type size changes the height of the page, and only that height reveals it. */
function onLetters(changed: () => void): () => void {
  if (!('ResizeObserver' in window)) return () => undefined;
  const observer = new ResizeObserver(changed);
  observer.observe(document.body);
  return () => observer.disconnect();
}
