import type { Failure } from '../api/failure.ts';

/**
 * An operation that a page requests, with the id that the page created.
 *
 * Only that of a redemption contains something redeemable.
 */
export interface PendingOperation {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/** The state of an operation before the server's first report. */
export type UnconfirmedPhase =
  | { readonly at: 'sending' }
  /** It is unknown if the operation arrived, and its result. */
  | { readonly at: 'silent' }
  /**
   * The server does not know the operation. It can be sent again with the same id, and takes effect
   * only once.
   */
  | { readonly at: 'missing' }
  /** The server or this device refused before anything was recorded. */
  | { readonly at: 'refused'; readonly failure: Failure | { readonly kind: 'not-saved' } };

/** The state of an operation; also the type of each report about it. */
export type Phase<View> = UnconfirmedPhase | { readonly at: 'answered'; readonly view: View };

export interface Delivery<W extends PendingOperation, View> {
  readonly operation: W;
  readonly phase: Phase<View>;
}

/** True while it is unknown if the operation arrived. */
export function isUnconfirmed(phase: Phase<unknown>): phase is Extract<UnconfirmedPhase, { at: 'sending' | 'silent' }> {
  return phase.at === 'sending' || phase.at === 'silent';
}

/**
 * The state of an operation after a report.
 *
 * Silence does not replace a report, and an operation with a report is never missing.
 */
export function nextPhase<View>(before: Phase<View>, report: Phase<View>): Phase<View> {
  if (report.at === 'silent') return before.at === 'sending' ? report : before;
  if (report.at === 'missing') return before.at === 'silent' ? report : before;
  return report;
}
