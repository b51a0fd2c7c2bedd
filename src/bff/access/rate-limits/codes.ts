import { createHash, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock, Random } from '../../platform/base/ports.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';

/** Letters and digits that are hard to confuse, spoken or on a screen. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** Creates a code to be entered by a person, in groups of four; each character adds 4.9 bits. */
export function makeCode(random: Pick<Random, 'below'>, characters: number): string {
  const code = drawLetters(random, ALPHABET, characters);
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code;
}

/** Draws characters of an alphabet with equal probability. */
export function drawLetters(random: Pick<Random, 'below'>, alphabet: string, characters: number): string {
  return Array.from({ length: characters }, () => alphabet.charAt(random.below(alphabet.length))).join('');
}

/** Codes that are displayed once, and used once within some minutes. */
export interface OneTimeCodes {
  /** Creates a code. @returns the code to display, and the data to store */
  draw(): {
    readonly displayed: { readonly code: string; readonly expiresAt: string };
    readonly stored: { readonly code_hash: string; readonly expires_at: number };
  };
  hashOf(typed: string): string;
}

export interface OneTimeCodesOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly keys: Pick<Keys, 'hash'>;
  /** A code for one purpose is not valid for another. */
  readonly purpose: string;
  readonly lastsMs: number;
}

const ONE_TIME_CHARACTERS = 8;

export function createOneTimeCodes({ clock, random, keys, purpose, lastsMs }: OneTimeCodesOptions): OneTimeCodes {
  const hashOf = (typed: string) => keys.hash(`${purpose}:${canonicalCode(typed)}`);
  return {
    draw() {
      const code = makeCode(random, ONE_TIME_CHARACTERS);
      const expires_at = clock.now() + lastsMs;
      return {
        displayed: { code, expiresAt: new Date(expires_at).toISOString() },
        stored: { code_hash: hashOf(code), expires_at },
      };
    },
    hashOf,
  };
}

/** Refuses a wrong code, with the wait before the next code, if it has to wait. */
export function wrongCode(
  code: `wrong-${'setup-code' | 'enrolment-code' | 'display-code' | 'badge'}`,
  retryAfterMs: number,
): Problem {
  return refuse(code, { ...(retryAfterMs > 0 && { details: { retryAfterMs } }) });
}

/** Normalises an entered code: grouping and case do not matter. */
export function canonicalCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Compares two codes in a time that does not reveal how much of them agrees. */
export function sameCode(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(canonicalCode(a))), Buffer.from(sha256(canonicalCode(b))));
}

/** SHA-256, base64url: the stored form of credentials with 256 random bits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}
