import type { Failure } from '../api/failure.ts';

/**
 * What a page wants done, with the id that it made for it.
 *
 * Only a redemption's holds something that could be redeemed.
 */
export interface Wish {
  readonly id: string;
  /** When it was saved, in milliseconds since the epoch. */
  readonly savedAt: number;
}

/** What this page knows of a wish of which the server has not said anything. */
export type Unheard =
  | { readonly at: 'sending' }
  /** Nobody has said yet whether it arrived and what became of it. */
  | { readonly at: 'silent' }
  /** The server has never heard of it. The same id can be sent again: it is done once. */
  | { readonly at: 'missing' }
  /** Our own server, or this device, refused before anything was recorded. */
  | { readonly at: 'refused'; readonly failure: Failure | { readonly kind: 'not-saved' } };

/** What this page knows of a wish; also each word about it, as it comes. */
export type Phase<View> = Unheard | { readonly at: 'heard'; readonly view: View };

/** A wish and how it stands. */
export interface Delivery<W extends Wish, View> {
  readonly wish: W;
  readonly phase: Phase<View>;
}

/** True while nobody has said whether the wish arrived. */
export function isUnderWay(phase: Phase<unknown>): phase is Extract<Unheard, { at: 'sending' | 'silent' }> {
  return phase.at === 'sending' || phase.at === 'silent';
}

/**
 * How a wish stands after one more word about it.
 *
 * Silence takes back nothing that was heard, and what was heard of is not missing.
 */
export function afterWord<View>(before: Phase<View>, word: Phase<View>): Phase<View> {
  if (word.at === 'silent') return before.at === 'sending' ? word : before;
  if (word.at === 'missing') return before.at === 'silent' ? word : before;
  return word;
}
