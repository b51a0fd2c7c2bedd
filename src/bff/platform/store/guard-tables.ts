import type { Generated } from 'kysely';
import type { Scope } from '../base/scope.ts';

/**
 * Tables that limit people, guessing, and the effects of a journal with gaps. Times and flags as in
 * `schema.ts`.
 */
export interface GuardTables {
  /** Wrong PINs, counted durably for `person:ID`, `device:ID` and `shop:ID`. */
  pin_guard: { subject: string; failures: number; wait_until: number; locked_at: number | null };
  /**
   * Admitted requests. Each counts towards the person's hourly limit for an hour, even if it never
   * started, except for an activation refused because its cards overlap another.
   */
  permit: {
    shop: Scope;
    operation_id: string;
    kind: 'issue' | 'activation';
    person_id: string;
    /** Face values in minor units, or cards. */
    count: number;
    at: number;
    /** 1 if the person entered their own PIN for the request. */
    proved: number;
    /** The manager who approved the request; null without an approval. */
    approver_id: string | null;
  };
  /** A manager's approval of one request, until it is used. */
  approval: {
    shop: Scope;
    operation_id: string;
    /** Keyed hash of the person and the request. */
    wish_hash: string;
    approver_id: string;
    expires_at: number;
  };
  /**
   * A wrong code that was tried, deleted after some minutes. For a program, `person_id` is its key
   * or a keyed hash of its customer.
   */
  wrong_code: { id: string; shop: Scope; person_id: string; device_id: string; at: number };
  /**
   * A device was paused after too many codes that do not exist: a case until a manager closes it.
   */
  guessed_codes: {
    id: string;
    shop: Scope;
    person_id: string;
    device_id: string;
    codes: number;
    at: number;
    closed_at: number | null;
  };
  /**
   * A sale with an amount that was collected again while one of its redemptions was in doubt. `due`
   * is in minor units. The case is open until a manager closes it.
   */
  collected_again: {
    sale_id: string;
    shop: Scope;
    due: number;
    currency: string;
    at: number;
    closed_at: number | null;
  };
  /** A register's number for a sale that arrived after its vouchers were redeemed. */
  sale_receipt: { sale_id: string; shop: Scope; receipt_no: string };
  /**
   * The latest report of a sale's till: the amount due, and the amount that was collected in other
   * ways than by voucher, in minor units. `revision` counts the changes at the till.
   */
  sale_due: {
    sale_id: string;
    shop: Scope;
    currency: string;
    due: number;
    collected: number | null;
    revision: number;
    at: number;
  };
  /**
   * Keyed marks of facts from one number to another, inclusive: see `audit/fact-marks.ts`; never
   * changed.
   */
  fact_seal: { shop: Scope; from_seq: number; to_seq: number; marks: string };
  /**
   * A period with possibly lost operations of a shop that had been confirmed; at most one of a shop
   * is open.
   */
  journal_gap: {
    id: string;
    shop: Scope;
    reason: string;
    from_at: number;
    found_at: number;
    ended_at: number | null;
    ended_by: string | null;
  };
  /** Tills that have reported what they remember since a gap was found. */
  gap_device: { gap_id: string; device_id: string; at: number };
  /**
   * Redemptions that tills remembered for a gap: a redemption that the journal lacks could not be
   * restored, and its id never counts as new. `ref_hash` is its voucher if another operation had
   * the voucher, and empty if the voucher is unknown.
   */
  gap_remembered: { operation_id: string; gap_id: string; ref_hash: Generated<string | null> };
  /**
   * The latest and the previous mark of each server in the journal: `server` is the id of its data
   * folder, `stopped` is 1 after a clean shutdown.
   */
  journal_mark: {
    server: string;
    mark: string;
    previous: string | null;
    at: number;
    server_id: number;
    stopped: number;
  };
}
