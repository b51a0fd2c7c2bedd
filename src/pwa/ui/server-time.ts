import { useSyncExternalStore } from 'react';
import { HEADER_GRAIN_MS } from './limits.ts';

/*
 * The clock of a device may be wrong by days. Ages and time limits are therefore computed with the
 * server's clock: the device's own, corrected by the server's answers.
 */

let offsetMs = 0;
const listeners = new Set<() => void>();

/**
 * Updates the clock offset from an answer. A known offset is kept while it fits, so that displayed
 * clocks do not jitter.
 * @param date the answer's `Date` header, or null
 * @param sentAt when the request was sent, and `receivedAt` when the answer's head arrived: the
 * device's clock, milliseconds since the epoch
 */
export function updateServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const serverAt = Date.parse(date ?? '');
  if (Number.isNaN(serverAt)) return;
  const least = serverAt - receivedAt;
  const most = serverAt + HEADER_GRAIN_MS - sentAt;
  const next = Math.min(Math.max(offsetMs, least), most);
  if (next === offsetMs) return;
  offsetMs = next;
  for (const listener of listeners) listener();
}

/** The server's time in milliseconds since the epoch; the device's own before the first answer. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** How far the server's clock is ahead of the device's, in milliseconds. */
export function useClockOffset(): number {
  return useSyncExternalStore(subscribe, () => offsetMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
