import { interruptibleSleep } from '../platform/base/loop.ts';
import type { Clock } from '../platform/base/ports.ts';
import { DEFAULT_PAUSE_MS, PAUSE_WAIT_MS } from './limits.ts';

/** How long the issuer has asked not to be called. */
export interface Pause {
  /** Time until requests may be sent, milliseconds; 0 if they may be sent now. */
  leftMs(): number;
  /**
   * Notes an answer. Only a 429 or a 503 can request a pause.
   * @param retryAfterMs null if the answer names no time
   */
  note(status: number, retryAfterMs: number | null): void;
}

/** The pauses of one account, by origin. */
export type AccountPauses = (origin: string) => Pause;

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/**
 * Creates the pauses of one server. A 429 counts the requests of one account, so it holds all shops
 * of that account and no other account. A 503 is about the service, so it holds every account at
 * the same origin.
 */
export function createPauses(clock: Pick<Clock, 'monotonic'>): (account: string) => AccountPauses {
  const untilMs = new Map<string, number>();
  const leftMs = (key: string) => Math.max(0, (untilMs.get(key) ?? 0) - clock.monotonic());
  const hold = (key: string, ms: number) => untilMs.set(key, clock.monotonic() + Math.max(ms, leftMs(key)));
  return (account) => (origin) => {
    const ofAccount = `${origin} ${account}`;
    return {
      leftMs: () => Math.max(leftMs(origin), leftMs(ofAccount)),
      note(status, retryAfterMs) {
        if (status === TOO_MANY_REQUESTS) hold(ofAccount, retryAfterMs ?? DEFAULT_PAUSE_MS);
        if (status === UNAVAILABLE && retryAfterMs !== null) hold(origin, retryAfterMs);
      },
    };
  };
}

/**
 * Waits for the end of a pause.
 * @returns false if the pause is longer than the wait may be, or the signal ended the wait
 */
export async function waitOutPause(
  clock: Clock,
  leftMs: () => number,
  { mostMs = PAUSE_WAIT_MS, signal }: { mostMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  const deadlineMs = clock.monotonic() + Math.min(mostMs, PAUSE_WAIT_MS);
  /* A timer may end early, and another answer may have extended the pause. */
  for (let ms = leftMs(); ms > 0; ms = leftMs()) {
    if (clock.monotonic() + ms > deadlineMs || !(await interruptibleSleep(clock, ms, signal))) return false;
  }
  return true;
}
