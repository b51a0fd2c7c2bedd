import { useSyncExternalStore } from 'react';
import { readUsualSource, saveUsualSource, type UsualSource } from '../../reader/camera-choice.ts';
import type { ScanSource } from '../../reader/scan-event.ts';

const BY_HAND: readonly ScanSource[] = ['wedge', 'hid', 'serial'];
/** After this number of hand scans in a row, the till closes its camera. */
const FOLDS_AFTER = 3;

const listeners = new Set<() => void>();
let inRow = 0;

/** True if this device uses a hand scanner. Its camera is not requested then. */
export function useHandScanner(): boolean {
  return useSyncExternalStore(subscribe, () => readUsualSource(localStorage) === 'hand');
}

export function chooseUsualSource(by: UsualSource): void {
  saveUsualSource(localStorage, by);
  for (const listener of listeners) listener();
}

/**
 * Counts the source of a code. After several hand scans in a row, the camera closes, unless the
 * user chose it on this device.
 */
export function noteScan(source: ScanSource): void {
  if (source === 'camera') inRow = 0;
  if (!BY_HAND.includes(source)) return;
  inRow += 1;
  if (inRow >= FOLDS_AFTER && readUsualSource(localStorage) === null) chooseUsualSource('hand');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
