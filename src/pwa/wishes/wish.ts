import type { Failure } from '../api/failure.ts';

/** What a page wants done, with the id that it made for it. It holds nothing that could be redeemed. */
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

/** What this page knows of a wish. */
export type Phase<View> = Unheard | { readonly at: 'heard'; readonly view: View };

/** True while nobody has said whether the wish arrived. */
export function isUnderWay(phase: Phase<unknown>): phase is Extract<Unheard, { at: 'sending' | 'silent' }> {
  return phase.at === 'sending' || phase.at === 'silent';
}
