import type { RefusalReason } from '../../contract/voucher/refusal.ts';

/**
 * Codes of the merchant API whose meaning is known.
 *
 * Over eighty exist; the rest is shown by its code.
 */
const REASONS: ReadonlyMap<string, RefusalReason> = new Map([
  ['ERV0001', 'not-found'],
  ['ERV0004', 'expired'],
  ['ERV0006', 'void'],
  ['ERV0009', 'issuer-declined'],
  ['ERV0010', 'not-enough'],
  ['ERV0033', 'used'],
  ['ERV0077', 'used'],
]);

/** Says of a voucher only that it is not valid, which a card that is not active yet is too. */
const INVALID = 'ERV0009';

/** Time-out and internal error of the issuer: it does not know itself what it did. */
const UNCERTAIN: ReadonlySet<string> = new Set(['ERV1102', 'ERV1202']);

/** Why the issuer refused, for a code whose meaning is known; null for any other. */
export function knownReason(code: string): RefusalReason | null {
  return REASONS.get(code.toUpperCase()) ?? null;
}

/** True for the code that calls a voucher invalid without saying why. */
export function isInvalid(code: string): boolean {
  return code.toUpperCase() === INVALID;
}

/** True for the codes that refuse nothing: the operation may have been done. */
export function isUncertain(code: string): boolean {
  return UNCERTAIN.has(code.toUpperCase());
}
