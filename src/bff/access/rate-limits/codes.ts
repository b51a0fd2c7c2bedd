import { createHash, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock, Random } from '../../platform/base/ports.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';

/** Letters and digits that nobody mistakes for one another, read aloud or off a screen. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** A code to be typed by a person, in groups of four; each character adds 4.9 bits. */
export function makeCode(random: Random, characters: number): string {
  const code = drawLetters(random, ALPHABET, characters);
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code;
}

/** Draws characters of an alphabet, each as likely as any other. */
export function drawLetters(random: Random, alphabet: string, characters: number): string {
  return Array.from({ length: characters }, () => alphabet.charAt(random.below(alphabet.length))).join('');
}

/** Codes of which each is told once, and used once within some minutes. */
export interface OneTimeCodes {
  /** Draws one. @returns what its maker is told, and what is kept of it */
  draw(): {
    readonly told: { readonly code: string; readonly expiresAt: string };
    readonly kept: { readonly code_hash: string; readonly expires_at: number };
  };
  /** How a typed code would have been kept. */
  hashOf(typed: string): string;
}

export interface OneTimeCodesOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly keys: Pick<Keys, 'hash'>;
  /** A code for one thing is none for another. */
  readonly purpose: string;
  readonly lastsMs: number;
}

const ONE_TIME_CHARACTERS = 8;

/** Makes the codes of one purpose. */
export function createOneTimeCodes({ clock, random, keys, purpose, lastsMs }: OneTimeCodesOptions): OneTimeCodes {
  const hashOf = (typed: string) => keys.hash(`${purpose}:${canonicalCode(typed)}`);
  return {
    draw() {
      const code = makeCode(random, ONE_TIME_CHARACTERS);
      const expires_at = clock.now() + lastsMs;
      return {
        told: { code, expiresAt: new Date(expires_at).toISOString() },
        kept: { code_hash: hashOf(code), expires_at },
      };
    },
    hashOf,
  };
}

/** Refuses a wrong code, and says how long the next one has to wait where it has to. */
export function wrongCode(
  code: `wrong-${'setup-code' | 'enrolment-code' | 'display-code' | 'badge'}`,
  retryAfterMs: number,
): Problem {
  return refuse(code, { ...(retryAfterMs > 0 && { details: { retryAfterMs } }) });
}

/** What a typed code means: grouping and case are decoration. */
export function canonicalCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether two codes mean the same, in a time that does not tell how much of them agrees. */
export function sameCode(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(canonicalCode(a))), Buffer.from(sha256(canonicalCode(b))));
}

/** SHA-256, base64url: how credentials of 256 random bits are stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}
