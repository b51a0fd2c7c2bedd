import { REFUSAL_REASONS, type Tone, VOUCHER_STATUSES } from '../../contract/states.ts';
import type { CheckAnswer } from '../../contract/voucher.ts';
import type { Words } from '../words/en.ts';

/** The state of a voucher in a word or two. Where the issuer answered without telling it, "not checked" would not be so. */
export function stateWords({ check, kinds }: Words, { status, source, refusal }: CheckAnswer): string {
  if (refusal?.reason === 'not-found') return kinds.notFound;
  return status === 'unknown' && source !== null ? kinds.notTold : check.statuses[status];
}

/** How that looks. */
export function stateTone({ status, refusal }: CheckAnswer): Tone {
  return refusal?.reason === 'not-found' ? REFUSAL_REASONS['not-found'].tone : VOUCHER_STATUSES[status].tone;
}

/**
 * Why a voucher is refused, and what to do; null where it is not.
 * @param currency the one that the shop takes
 */
export function refusalWords({ verdict, kinds }: Words, { refusal, unit }: CheckAnswer, currency: string): string | null {
  if (refusal === null) return null;
  if (refusal.reason === 'wrong-currency' && unit !== null) return kinds.wrongCurrency(unit, currency);
  const { title, next } = verdict.refusals[refusal.reason];
  return `${title}. ${next}${refusal.issuerCode === null ? '' : ` ${verdict.issuerCode(refusal.issuerCode)}.`}`;
}
