import type { Failure } from '../api/failure.ts';

/**
 * An operation that a page requests, with the id that the page created.
 *
 * Only that of a redemption contains something redeemable.
 */
export interface Wish {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/** The state of an operation before the server's first report. */
export type Unheard =
  | { readonly at: 'sending' }
  /** It is unknown if it arrived, and with what result. */
  | { readonly at: 'silent' }
  /** The server does not know it. The same id can be sent again: it is carried out only once. */
  | { readonly at: 'missing' }
  /** The server or this device refused before anything was recorded. */
  | { readonly at: 'refused'; readonly failure: Failure | { readonly kind: 'not-saved' } };

/** The state of an operation; also the type of each report about it. */
export type Phase<View> = Unheard | { readonly at: 'heard'; readonly view: View };

export interface Delivery<W extends Wish, View> {
  readonly wish: W;
  readonly phase: Phase<View>;
}

/** True while it is unknown if the operation arrived. */
export function isUnderWay(phase: Phase<unknown>): phase is Extract<Unheard, { at: 'sending' | 'silent' }> {
  return phase.at === 'sending' || phase.at === 'silent';
}

/**
 * The state of an operation after a report.
 *
 * Silence does not replace a report, and an operation with a report is never missing.
 */
export function afterWord<View>(before: Phase<View>, word: Phase<View>): Phase<View> {
  if (word.at === 'silent') return before.at === 'sending' ? word : before;
  if (word.at === 'missing') return before.at === 'silent' ? word : before;
  return word;
}
