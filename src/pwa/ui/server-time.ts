import { useSyncExternalStore } from 'react';

/*
 * The clock of a device may be wrong by days. How long ago something was, and how long something is
 * still offered, is therefore told by the server's clock: the device's own, put right by what the
 * server's answers say.
 */

/** The header says no parts of a second. */
const HEADER_GRAIN_MS = 1_000;

let offsetMs = 0;
const listeners = new Set<() => void>();

/**
 * Takes what an answer says of the server's time. What is known is kept while it fits, so that
 * clocks on the screen don't tremble.
 * @param date the answer's `Date` header, null without one
 * @param sentAt when it was asked for, and `receivedAt` when its head was here, by the device's
 * clock, in milliseconds since the epoch
 */
export function hearServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const serverAt = Date.parse(date ?? '');
  if (Number.isNaN(serverAt)) return;
  const least = serverAt - receivedAt;
  const most = serverAt + HEADER_GRAIN_MS - sentAt;
  const next = Math.min(Math.max(offsetMs, least), most);
  if (next === offsetMs) return;
  offsetMs = next;
  for (const listener of listeners) listener();
}

/**
 * The server's time in milliseconds since the epoch; the device's own before the server has said
 * anything.
 */
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
