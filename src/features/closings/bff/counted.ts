import type { OperationKind } from '../../../bff/platform/store/schema.ts';
import type { ShiftKind } from '../contract/shift.ts';

export interface ZName {
  readonly number: number;
  readonly till: string;
}

/**
 * A fact that a Z has to count, with data of its operation. Each fact is in at most one Z, so the
 * total of all Z equals the redemptions, regardless of clocks and days.
 */
export interface CountedFact {
  /** Id of the fact, unique in the journal. */
  readonly id: string;
  /** When it was written, milliseconds UTC. */
  readonly at: number;
  /** The fact's kind in the journal, such as `captured`. */
  readonly fact: string;
  readonly isBeginning: boolean;
  readonly kind: ShiftKind;
  readonly operation: {
    readonly id: string;
    readonly isOpen: boolean;
    readonly createdAt: number;
  };
  /** Devices that were enrolled with one name are one till, with the id of the first of them. */
  readonly till: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  /** Empty for items. */
  readonly currency: string;
  /**
   * The redeemed, refunded or sold minor units or items; for a fact that begins an operation, the
   * requested value. Negative, as `count`, for a sale that was taken back.
   */
  readonly amount: number;
  /** Number of redemptions, refunds or vouchers; 0 without a result. */
  readonly count: number;
  /** The part of a single-use voucher's balance that is forfeited. */
  readonly forfeited: number;
  /** The Z that counts the beginning of the operation; null until it is closed. */
  readonly begunIn: ZName | null;
  /** For a refund: the Z of its redemption. */
  readonly takenIn: ZName | null;
}

type CountedKind = Extract<OperationKind, 'tender' | 'refund' | 'issue'>;

/** The kind of line for a fact of each kind of operation. */
export const KIND_OF: Readonly<Record<CountedKind, ShiftKind>> = {
  tender: 'redeemed',
  refund: 'refunded',
  issue: 'sold',
};

/** The first fact of each operation. */
export const START_FACT = 'intent';
/** Facts that state what a tender captured. */
export const CAPTURING = ['captured', 'captured_partial', 'late_capture', 'attached'] as const;

/**
 * The facts that a Z counts, by kind of operation: the beginning, and every fact with a result, so
 * that an operation unsettled in one Z appears in a later one with its outcome.
 */
export const COUNTED: Readonly<Record<CountedKind, readonly string[]>> = {
  tender: [START_FACT, ...CAPTURING, 'declined', 'not_sent', 'not_captured'],
  refund: [START_FACT, 'refunded', 'declined', 'not_sent', 'not_refunded'],
  issue: [START_FACT, 'issued', 'taken_back', 'return_undone'],
};

export function isCountedKind(kind: OperationKind): kind is CountedKind {
  return Object.hasOwn(COUNTED, kind);
}
