import type { Account } from '../base/scope.ts';

/** The issuer's transactions of an account, which its shops share. */
export interface MirrorTables {
  /** A row of the issuer's search as last read. Those of other shops are deleted after two days. */
  issuer_row: {
    account: Account;
    transaction_id: string;
    type: string;
    raw_type: string;
    /** Not used: what the status proves is derived from `raw_status`. */
    succeeded: number | null;
    raw_status: string;
    mid: string;
    amount: number | null;
    currency: string;
    /** By the issuer's clock. */
    created_at: number | null;
    updated_at: number | null;
    /** JSON: hash, sealed ref, last four, value, product, actions of each. */
    vouchers: string;
    first_read_at: number;
    last_read_at: number;
    /** Time of the complete reading that no longer showed the row. */
    gone_at: number | null;
  };
  /**
   * The vouchers of a row of the issuer's search, by keyed hash of the ref, for finding the row.
   */
  issuer_row_voucher: { account: Account; hash: string; transaction_id: string };
  /** The previous content of a row of the issuer's search, as JSON; never changed. */
  issuer_row_change: { account: Account; transaction_id: string; at: number; was: string };
  /** A completely read period of the issuer's time; adjoining ones of kind `span` are merged. */
  reading: { account: Account; kind: 'span' | 'day'; from_at: number; to_at: number; began_at: number };
}
