import { timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../../../bff/platform/base/keys.ts';
import type { Random } from '../../../../bff/platform/base/ports.ts';
import { KEY_START } from '../../../../bff/platform/http/bearer.ts';

/** A key is `ts_`, twelve characters by which it is found, `_`, and 256 random bits. */
const FOUND_BY_BYTES = 9;
const SECRET_BYTES = 32;
const SHAPE = /^(ts_[\w-]{12})_[\w-]{43}$/;

export interface Token {
  /** The whole key. */
  readonly key: string;
  /** The part that is no secret. */
  readonly start: string;
}

export function makeToken(random: Random): Token {
  const start = `${KEY_START}${random.token(FOUND_BY_BYTES)}`;
  return { key: `${start}_${random.token(SECRET_BYTES)}`, start };
}

/** The part of a key that is no secret; null for what is no key. */
export function startOf(key: string): string | null {
  return SHAPE.exec(key)?.[1] ?? null;
}

/**
 * How a key is stored.
 *
 * It is as random as a hash is long, so that a fast one keeps it; the server's own key makes a
 * stolen table useless.
 */
export function keyHashOf(keys: Pick<Keys, 'hash'>, key: string): string {
  return keys.hash(`access-key:${key}`);
}

/** Compares two of {@link keyHashOf} in a time that does not tell how much of them agrees. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
