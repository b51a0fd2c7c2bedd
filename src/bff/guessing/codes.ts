import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../base/ports.ts';

/** Letters and digits that nobody mistakes for one another, read aloud or off a screen. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** A code to be typed by a person, in groups of four; each character adds 4.9 bits. */
export function makeCode(random: Random, characters: number): string {
  const code = Array.from({ length: characters }, () => ALPHABET.charAt(random.below(ALPHABET.length))).join('');
  return code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code;
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
