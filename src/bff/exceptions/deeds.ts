import type { TrailLine } from '../../contract/audit.ts';

/** Two operations of one voucher: it was sold and used, or used and given back. */
export interface Pair {
  /** Id of the later operation, which is the subject of a line. */
  readonly id: string;
  /** Who did the earlier one. */
  readonly earlierBy: string;
  /** Between the two, milliseconds. */
  readonly afterMs: number;
}

/** What was done in a shop, as its signals are looked for in it. */
export interface Deeds {
  /** Of the trail, the oldest first. */
  readonly lines: readonly TrailLine[];
  /** Refunds, each with its redemption. */
  readonly refunds: readonly Pair[];
  /** Redemptions of vouchers that were sold here not long before. */
  readonly emptied: readonly Pair[];
}
