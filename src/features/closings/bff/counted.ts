import type { OperationKind } from '../../../bff/platform/store/schema.ts';
import type { ShiftKind } from '../contract/shift.ts';

/** A Z by its number, and the name of its till. */
export interface ZName {
  readonly number: number;
  readonly till: string;
}

/**
 * A fact that a Z has to count, with what is known of its operation.
 *
 * Each stands in one Z at most. That is why all Z together come to what was taken: no clock and no
 * day decides it.
 */
export interface Counted {
  /** Of the fact; unique in the journal. */
  readonly id: string;
  /** When it was written, milliseconds UTC. */
  readonly at: number;
  /** Of the journal, as `captured`. */
  readonly fact: string;
  readonly isBeginning: boolean;
  readonly kind: ShiftKind;
  readonly operation: {
    readonly id: string;
    readonly isOpen: boolean;
    readonly createdAt: number;
  };
  /** Devices that were enrolled under one name are one till, with the id of the first of them. */
  readonly till: { readonly id: string; readonly name: string };
  /** Who began its operation. */
  readonly person: { readonly id: string; readonly name: string };
  /** Empty for items. */
  readonly currency: string;
  /** Minor units or items that it took, gave back or sold; of a beginning what was asked for. */
  readonly amount: number;
  /** Redemptions, refunds or vouchers that it stands for; 0 where nothing came of it. */
  readonly count: number;
  /** What a single-use voucher held beyond that. */
  readonly forfeited: number;
  /** The Z that has the beginning of its operation; null while none has. */
  readonly begunIn: ZName | null;
  /** Of a refund: the Z that has what it gives back. */
  readonly takenIn: ZName | null;
}

type CountedKind = Extract<OperationKind, 'tender' | 'refund' | 'issue'>;

/** What a fact of an operation of each kind counts as. */
export const KIND_OF: Readonly<Record<CountedKind, ShiftKind>> = {
  tender: 'redeemed',
  refund: 'refunded',
  issue: 'sold',
};

/** How operations of each kind begin. */
export const BEGINNING = 'intent';
/** Facts that say what a tender captured. */
export const CAPTURING = ['captured', 'captured_partial', 'late_capture', 'attached'] as const;

/**
 * The facts that a Z counts, by kind of operation: the beginning, and every one that says what came
 * of it, so that what was not settled in one Z is told in a later one however it ended.
 */
export const COUNTED: Readonly<Record<CountedKind, readonly string[]>> = {
  tender: [BEGINNING, ...CAPTURING, 'declined', 'not_sent', 'not_captured'],
  refund: [BEGINNING, 'refunded', 'declined', 'not_sent', 'not_refunded'],
  issue: [BEGINNING, 'issued'],
};

/** Whether a kind of operation is one that a Z counts. */
export function isCountedKind(kind: OperationKind): kind is CountedKind {
  return Object.hasOwn(COUNTED, kind);
}
