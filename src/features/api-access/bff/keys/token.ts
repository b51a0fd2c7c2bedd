import { timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../../../bff/platform/base/keys.ts';
import type { Random } from '../../../../bff/platform/base/ports.ts';
import { KEY_START } from '../../../../bff/platform/http/bearer.ts';

/** A key is `ts_`, twelve characters for finding it, `_`, and 256 random bits. */
const FOUND_BY_BYTES = 9;
const SECRET_BYTES = 32;
const SHAPE = /^(ts_[\w-]{12})_[\w-]{43}$/;

export interface Token {
  readonly key: string;
  readonly keyPrefix: string;
}

export function makeToken(random: Random): Token {
  const keyPrefix = `${KEY_START}${random.token(FOUND_BY_BYTES)}`;
  return { key: `${keyPrefix}_${random.token(SECRET_BYTES)}`, keyPrefix };
}

/** Returns the public part of a key; null if the text is not a key. */
export function prefixOf(key: string): string | null {
  return SHAPE.exec(key)?.[1] ?? null;
}

/**
 * Returns the stored form of a key. A key has as many random bits as the hash, so a fast hash is
 * enough; the server's own key makes a stolen table useless.
 */
export function keyHashOf(keys: Pick<Keys, 'hash'>, key: string): string {
  return keys.hash(`access-key:${key}`);
}

/**
 * Compares two results of {@link keyHashOf} in a time that does not reveal how much of them agrees.
 */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
