import type { IssueRequest } from '../../contract/issue.ts';
import type { Failure } from '../api/failure.ts';

/** An order of vouchers with the id that this page made for it. It holds no voucher. */
export interface Wish {
  readonly id: string;
  readonly personId: string;
  readonly order: IssueRequest;
  readonly productName: string;
  /** When it was saved, in milliseconds since the epoch. */
  readonly savedAt: number;
}

/** What this page knows of an order until the server has said that it has it. */
export type Phase =
  | { readonly at: 'sending' }
  /** Nobody has said yet whether it arrived. */
  | { readonly at: 'silent' }
  /** The server has never heard of it. The same id can be sent again: it is one order. */
  | { readonly at: 'missing' }
  /** Our own server, or this device, refused before anything was recorded. */
  | { readonly at: 'refused'; readonly failure: Failure | { readonly kind: 'not-saved' } };

export interface Selling extends Wish {
  readonly phase: Phase;
}

/** True while nobody knows whether the order arrived. */
export function isUnderWay({ at }: Phase): boolean {
  return at === 'sending' || at === 'silent';
}
