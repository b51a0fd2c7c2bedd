import type { Scope } from '../base/scope.ts';

/**
 * Tables of what keeps people, guessers and a forgetful journal within bounds.
 *
 * Times and flags as in `schema.ts`.
 */
export interface GuardTables {
  /** What somebody was let begin: counted for an hour, whether it then began or not. */
  permit: {
    shop: Scope;
    operation_id: string;
    kind: 'issue' | 'activation';
    person_id: string;
    /** Face values in minor units, or cards. */
    count: number;
    at: number;
    /** 1 when the person typed the own PIN for it. */
    proved: number;
    /** The manager who approved it; null where nobody had to. */
    approver_id: string | null;
  };
  /** A manager's approval of one wish, until it is used. */
  approval: {
    shop: Scope;
    operation_id: string;
    /** Keyed hash of who asks for what. */
    wish_hash: string;
    approver_id: string;
    expires_at: number;
  };
  /** A wish about which managers are asked on their own devices. */
  asked_approval: {
    shop: Scope;
    operation_id: string;
    wish_hash: string;
    kind: 'issue' | 'activation' | 'refund' | 'tender' | 'reprint';
    /** What managers and the trail are told of it: JSON, without any code of a voucher. */
    about: string;
    person_id: string;
    device_id: string;
    /** An answer has to come before. */
    expires_at: number;
    answer: 'approved' | 'refused' | null;
    answered_by: string | null;
  };
  /**
   * A code that does not exist and was tried, gone after some minutes.
   *
   * Where a program tried it, `person_id` is its key or a keyed hash of its customer.
   */
  wrong_code: { id: string; shop: Scope; person_id: string; device_id: string; at: number };
  /**
   * That somebody tried so many codes that do not exist that no more are taken for a while: a case
   * until a manager has closed it.
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
   * A sale of which an amount was collected again while another redemption of it was in doubt.
   *
   * `due` is in minor units. The case is open until a manager closes it.
   */
  collected_again: {
    sale_id: string;
    shop: Scope;
    due: number;
    currency: string;
    at: number;
    closed_at: number | null;
  };
  /** The register's number of a sale that came after its vouchers were redeemed. */
  sale_receipt: { sale_id: string; shop: Scope; receipt_no: string };
  /**
   * Keyed marks of facts, from one number to another, both included: see `audit/fact-marks.ts`;
   * never changed.
   */
  fact_seal: { shop: Scope; from_seq: number; to_seq: number; marks: string };
  /**
   * A stretch of time of which the journal may lack what it had confirmed; one at a time has not
   * ended.
   */
  journal_gap: {
    id: string;
    reason: string;
    from_at: number;
    found_at: number;
    ended_at: number | null;
    ended_by: string | null;
  };
  /** Tills that have told what they remember since a gap was found. */
  gap_device: { gap_id: string; device_id: string; at: number };
  /**
   * Redemptions that tills remembered of a gap: one that is still not in the journal found no
   * place, and is never new.
   */
  gap_remembered: { operation_id: string; gap_id: string };
  /**
   * What each server left in the journal to know it again by, and before that: `server` is the id
   * of its data folder, `stopped` is 1 after an orderly stop.
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
