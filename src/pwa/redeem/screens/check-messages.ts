import { REFUSAL_REASONS, type Tone, VOUCHER_STATUSES } from '../../../contract/redemption/states.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import type { Format } from '../../ui/format.ts';
import type { Messages } from '../../words/en.ts';

/**
 * The state of a voucher in one or two words. If the issuer answered without a state, "not checked"
 * would be wrong.
 */
export function stateText({ check, kinds, verdict }: Messages, { status, source, refusal, open }: CheckAnswer): string {
  if (open !== null) return check.inUse;
  if (refusal?.reason === 'not-found') return kinds.notFound;
  // An active voucher that is refused must not look usable.
  if (refusal !== null && (status === 'active' || 'isOurs' in REFUSAL_REASONS[refusal.reason]))
    return verdict.refusals[refusal.reason].title;
  return status === 'unknown' && source !== null ? kinds.statusUnknown : check.statuses[status];
}

/** The tone of the state: never better than the possible actions. */
export function stateTone({ status, refusal, open }: CheckAnswer): Tone {
  if (open !== null) return 'unknown';
  return refusal === null ? VOUCHER_STATUSES[status].tone : REFUSAL_REASONS[refusal.reason].tone;
}

/** The reason for a refusal in a few words, and the next step. */
export interface RefusalMessage {
  readonly tone: Tone;
  readonly title: string;
  readonly next: string;
}

/**
 * Returns why a voucher is refused, or blocked by an open case; null if neither.
 * @param currency the shop's
 */
export function refusalMessage(
  messages: Messages,
  check: CheckAnswer,
  { currency, time }: Pick<Format, 'time'> & { currency: string },
): RefusalMessage | null {
  const { verdict, kinds, check: said } = messages;
  const { refusal, unit, open } = check;
  if (open?.mine === true) return { tone: 'unknown', title: said.inUse, next: said.openHere };
  if (open !== null) {
    const { title, next } = verdict.refusals['open-elsewhere'];
    return { tone: 'unknown', title, next: `${verdict.openOn(open.device, time(open.since))}. ${next}` };
  }
  if (refusal === null) return null;
  const { tone } = REFUSAL_REASONS[refusal.reason];
  const { title, next } = verdict.refusals[refusal.reason];
  if (refusal.reason === 'wrong-currency' && unit !== null)
    return { tone, title, next: kinds.wrongCurrency(unit, currency) };
  return {
    tone,
    title,
    next: `${next}${refusal.issuerCode === null ? '' : ` ${verdict.issuerCode(refusal.issuerCode)}.`}`,
  };
}
