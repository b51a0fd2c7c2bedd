import { createRequire } from 'node:module';
import type Argon2 from '@node-rs/argon2';

/**
 * Stands for `@node-rs/argon2` in specs: argon2id with the least of work.
 * PINs are made slow to guess, which every spec that signs somebody in would pay for.
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
