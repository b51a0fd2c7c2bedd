/**
 * The invariants.
 *
 * - I1 at most one capture of a tender is not refunded
 * - I2 every capture of ours is claimed by exactly one operation, or a manager sees it
 * - I3 everything reported as captured or refunded is, by that very tender, with that amount
 * - I4 everything reported as not captured or not refunded is not, unless the issuer acted later
 *   than its bound
 * - I5 no answer to a till claims more than the ledger and the captures that a manager closed as
 *   unexplained
 * - I6 one POST per attempt, recorded before, and none while another operation has the voucher
 * - I7 once all faults are over, nothing stays unknown for longer than ten minutes
 * - I8 written facts stay written
 * - I9 no manager is called for a silent issuer or an empty search while the issuer answers
 * - I10 in a period that was read completely, every row that the search shows is stored
 * - I11 all Z reports, open shifts and unexplained captures are the issuer's captures less refunds,
 *   to the cent
 * - I12 the Z numbers of a till have no unexplained gap, and no till receives two reports with one
 *   number, or one that changes
 * - S1 a history contains every event once while it claims to be complete
 * - S2 a history contains no event that did not happen
 * - S3 the balances in a history are correct, and everything that it reports as missing is
 */
export const INVARIANTS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12', 'S1', 'S2', 'S3'] as const;
export type Invariant = (typeof INVARIANTS)[number];

export interface Violation {
  readonly invariant: Invariant;
  readonly atMs: number;
  readonly what: string;
}
