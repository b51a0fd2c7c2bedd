import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverNow, updateServerTime } from './server-time.ts';

const SERVER = Date.parse('2026-11-22T10:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
/**
 * The server states its time; the device's clock is ahead by this much, and the answer takes 40 ms.
 */
const answer = (aheadMs: number, at = SERVER) =>
  updateServerTime(new Date(at).toUTCString(), at + aheadMs + 300, at + aheadMs + 340);

afterEach(() => {
  vi.useRealTimers();
  // Two answers between which nothing but the device's own time fits.
  for (const at of [SERVER, SERVER + 1_000]) updateServerTime(new Date(SERVER).toUTCString(), at, at);
});

describe('the server’s time', () => {
  it.each([2 * DAY_MS, -2 * DAY_MS, 150_000])(
    'is known to a second on a device whose clock is ahead by %i ms',
    (aheadMs) => {
      answer(aheadMs);
      vi.useFakeTimers({ now: SERVER + aheadMs + 340 });
      expect(Math.abs(serverNow() - (SERVER + 340))).toBeLessThan(1_100);
    },
  );

  it('equals the device’s time if that is right, however slow a response is', () => {
    updateServerTime(new Date(SERVER).toUTCString(), SERVER - 8_000, SERVER + 900);
    vi.useFakeTimers({ now: SERVER });
    expect(serverNow()).toBe(SERVER);
  });

  it('is not changed by a response without a time', () => {
    answer(DAY_MS);
    vi.useFakeTimers({ now: SERVER });
    const before = serverNow();
    updateServerTime(null, SERVER, SERVER);
    updateServerTime('soon', SERVER, SERVER);
    expect(serverNow()).toBe(before);
  });
});
