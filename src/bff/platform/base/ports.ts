import { randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** The server's clock. Tests and simulations replace it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. May jump if an operator sets the machine's clock. */
  now(): number;
  /** Milliseconds since an arbitrary start; never jumps, so only differences have a meaning. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason if that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  uuid(): string;
  /** `bytes` random bytes as base64url text. */
  token(bytes: number): string;
  /** An integer from 0 up to, not including, `below`, without bias. */
  below(below: number): number;
}

/**
 * Implemented here, because `timers/promises` creates an error with a stack for each wait that ends
 * early, on every redemption.
 */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep,
};

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  below: (below) => {
    const limit = Math.floor(2 ** 32 / below) * below;
    for (;;) {
      const value = randomBytes(4).readUInt32BE();
      if (value < limit) return value % below;
    }
  },
};
