import { randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** Time as the server sees it; tests and simulations put their own in its place. */
export interface Clock {
  /** Milliseconds since 1970, UTC. May jump when an operator sets the machine's clock. */
  now(): number;
  /** Milliseconds since some start that never jumps; only differences mean something. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Unpredictable values. */
export interface Random {
  /** A UUID v4 in lower case. */
  uuid(): string;
  /** `bytes` random bytes as base64url text. */
  token(bytes: number): string;
  /** An integer from 0 up to, not including, `below`, without bias. */
  below(below: number): number;
}

/**
 * By hand, because `timers/promises` makes a new error with a stack for each wait that ends early,
 * on every redemption.
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
