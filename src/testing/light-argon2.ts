import { createRequire } from 'node:module';
import type Argon2 from '@node-rs/argon2';

/**
 * Replaces `@node-rs/argon2` in specs: argon2id with minimal cost. The real cost protects PINs
 * against guessing, but would slow down every spec with a sign-in.
 */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;
const LEAST = { memoryCost: 1_024, timeCost: 1 };
let cost: Partial<typeof LEAST> = LEAST;

/** Hashes as a server does, while a spec is about just that. */
export function hashInEarnest(isEarnest: boolean): void {
  cost = isEarnest ? {} : LEAST;
}

export const hash: typeof real.hash = (password, options, signal) => real.hash(password, { ...cost, ...options }, signal);
export const { verify } = real;
