import type { RefusalReason } from '../../contract/voucher/refusal.ts';

/**
 * Known codes of the merchant API. More than eighty exist; the others are displayed by their code.
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

/** Says only that a voucher is not valid, which also applies to a card that is not active yet. */
const INVALID = 'ERV0009';

/** Time-out and internal error of the issuer: the issuer does not know the outcome. */
const UNCERTAIN: ReadonlySet<string> = new Set(['ERV1102', 'ERV1202']);

/** Returns the issuer's reason for a known code; null for any other. */
export function reasonOf(code: string): RefusalReason | null {
  return REASONS.get(code.toUpperCase()) ?? null;
}

/** True for the code that calls a voucher invalid without a reason. */
export function isInvalid(code: string): boolean {
  return code.toUpperCase() === INVALID;
}

/** True for codes that are no refusal: the operation may have been done. */
export function isUncertain(code: string): boolean {
  return UNCERTAIN.has(code.toUpperCase());
}
