/**
 * What must never be broken.
 *
 * - I1 at most one capture of a tender is not given back
 * - I2 every capture of ours is claimed by exactly one operation, or a manager sees it
 * - I3 what is said to be captured or given back is, by that very tender, to that amount
 * - I4 what is said not to be captured or given back is not, unless the issuer acted later than its bound
 * - I5 no answer to a till says more than the books, and what a manager closed as unexplained
 * - I6 one POST for an attempt, written down before, and none while somebody else has the voucher
 * - I7 once everything is well, nothing stays unknown for longer than ten minutes
 * - I8 what was written stays written
 * - I9 no manager is called because the issuer was not heard or its search said nothing, while it answers
 * - I10 where a period was read to its end, every row that search shows of it is kept
 * - I11 all Z, what is left open and what is listed as unexplained are the issuer's captures less refunds, to the cent
 * - I12 the Z of a till have no gap that is not named, and nobody is told of two under one number, or of one that changes
 * - S1 a story tells once what happened while it says that it has everything
 * - S2 a story tells nothing that did not happen
 * - S3 what a story says was left after each use was left, and what it says is missing is
 */
export const INVARIANTS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12', 'S1', 'S2', 'S3'] as const;
export type Invariant = (typeof INVARIANTS)[number];

export interface Violation {
  readonly invariant: Invariant;
  readonly atMs: number;
  readonly what: string;
}
