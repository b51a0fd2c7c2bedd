import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServerReach, REACH_LIMITS } from './reach.ts';

/** A server that answers or not, with the number of probes. */
let server: { isUp: boolean; asked: number };
let reach: ReturnType<typeof createServerReach>;

beforeEach(() => {
  vi.useFakeTimers();
  server = { isUp: true, asked: 0 };
  reach = createServerReach({
    now: () => Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    probe: () => {
      server.asked += 1;
      return Promise.resolve(server.isUp);
    },
    isSeen: () => true,
  });
  reach.answered();
  reach.start();
});
afterEach(() => vi.useRealTimers());

describe('a page’s view of its server', () => {
  it('reports that a dead server does not respond, and when it last did, even with a network connection', async () => {
    await vi.advanceTimersByTimeAsync(REACH_LIMITS.quietMs);
    const answeredAt = Date.now();
    server.isUp = false;
    await vi.advanceTimersByTimeAsync(REACH_LIMITS.quietMs);
    expect(reach.state()).toEqual({ isReached: false, answeredAt });
  });

  it('notices within seconds that the server is back', async () => {
    server.isUp = false;
    await vi.advanceTimersByTimeAsync(REACH_LIMITS.quietMs);
    expect(reach.state().isReached).toBe(false);
    server.isUp = true;
    await vi.advanceTimersByTimeAsync(REACH_LIMITS.retryMs);
    expect(reach.state().isReached).toBe(true);
  });

  it('sends nothing while other requests are answered', async () => {
    for (let passed = 0; passed < 5; passed += 1) {
      await vi.advanceTimersByTimeAsync(REACH_LIMITS.quietMs / 2);
      reach.answered();
    }
    expect(server.asked).toBe(0);
  });

  it('ignores a missing response to an earlier request once a later one was answered', () => {
    reach.silent(Date.now() - 1);
    expect(reach.state().isReached).toBe(true);
    reach.silent(Date.now() + 1);
    expect(reach.state().isReached).toBe(false);
  });

  it('sends a request at once when the network of the device changes', async () => {
    server.isUp = false;
    reach.probeNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(reach.state().isReached).toBe(false);
  });
});
