import { useSyncExternalStore } from 'react';
import { type CodesBy, codesBy, rememberCodesBy } from './camera-choice.ts';
import type { ScanSource } from './scan-event.ts';

const BY_HAND: readonly ScanSource[] = ['wedge', 'hid', 'serial'];
/** So many scans by hand in a row, and this till uses no camera. */
const FOLDS_AFTER = 3;

const listeners = new Set<() => void>();
let inRow = 0;

/** Whether codes come from a hand scanner on this device. Nobody asks for its camera then. */
export function useHandScanner(): boolean {
  return useSyncExternalStore(subscribe, () => codesBy(localStorage) === 'hand');
}

/** Somebody says by what codes come in here. */
export function chooseCodesBy(by: CodesBy): void {
  rememberCodesBy(localStorage, by);
  for (const listener of listeners) listener();
}

/**
 * Notes how a code came in.
 *
 * After some by hand in a row the camera folds, unless somebody has chosen it here.
 */
export function noteScan(source: ScanSource): void {
  if (source === 'camera') inRow = 0;
  if (!BY_HAND.includes(source)) return;
  inRow += 1;
  if (inRow >= FOLDS_AFTER && codesBy(localStorage) === null) chooseCodesBy('hand');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
