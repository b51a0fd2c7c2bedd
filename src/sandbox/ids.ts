import { createHash } from 'node:crypto';

/**
 * Without letters and digits that are easily confused. 32 characters, so that a byte maps evenly.
 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * The same seed and number always give the same digest: everything below is determined by the
 * ledger's own counters.
 */
function digest(seed: number, purpose: string, number: number): string {
  return createHash('sha256').update(`${seed}:${purpose}:${number}`).digest('hex');
}

function digits(hex: string, length: number): string {
  return BigInt(`0x${hex}`).toString().slice(-length).padStart(length, '0');
}

function characters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/**
 * Id of a transaction: 37 digits, far more than a JSON number can hold, beginning with the time in
 * milliseconds.
 */
export function transactionId(seed: number, number: number, at: number): string {
  return `${at}${String(number).padStart(9, '0')}${digits(digest(seed, 'transaction', number), 15)}`;
}

/** A UUID with the version and variant bits of v4. */
export function uuid(seed: number, purpose: string, number: number): string {
  const hex = digest(seed, purpose, number);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Ref of an issued voucher: 12 letters and digits; the last four are a counter, so that each ref is
 * unique.
 */
export function issuedRef(seed: number, number: number): string {
  const counted = Uint8Array.from([15, 10, 5, 0], (shift) => (number >> shift) & 31);
  return `${characters(Buffer.from(digest(seed, 'ref', number).slice(0, 16), 'hex'))}${characters(counted)}`;
}

/** Ref of a physical card: 10 digits beginning with 6. */
export function cardRef(seed: number, number: number): string {
  return `6${digits(digest(seed, 'card', number), 5)}${String(number).padStart(4, '0')}`;
}

/**
 * PIN of a short link: a six-digit number without leading zeros, because it is sent as a number.
 */
export function shortUrlPin(seed: number, number: number): number {
  return 100_000 + Number(BigInt(`0x${digest(seed, 'pin', number)}`) % 900_000n);
}
