import type { Generated } from 'kysely';
import { ASKED_KINDS } from '../../../contract/money/change.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import type { FeatureTables } from '../../../features/tables.ts';
import type { Account, Scope } from '../base/scope.ts';
import type { ConnectionTables } from './connection-tables.ts';
import type { GuardTables } from './guard-tables.ts';
import type { KeyTables } from './key-tables.ts';
import type { ShiftTables } from './shift-tables.ts';
import type { TillTables } from './till-tables.ts';

/** What somebody asked for on a device; never changed after it was written. */
interface Asked {
  id: string;
  shop: Scope;
  device_id: string;
  person_id: string;
  created_at: number;
}

/**
 * Tables as the migrations make them.
 *
 * Times are milliseconds since 1970 UTC; flags are 0 or 1, so that both engines agree.
 */
export interface Schema extends ConnectionTables, GuardTables, KeyTables, ShiftTables, TillTables, FeatureTables {
  /** A merchant at the issuer. */
  account: { id: Account; created_at: number };
  shop: { id: Scope; account: Account; mid: string | null; created_at: number };
  device: {
    id: string;
    shop: Scope;
    name: string;
    /** SHA-256 of the credential that the browser holds in a cookie. */
    secret_hash: string;
    enrolled_at: number;
    last_seen_at: number | null;
    revoked_at: number | null;
    /** The first device of this name, whose till this one took over; null for the first. */
    till_id: string | null;
  };
  enrolment_code: { code_hash: string; shop: Scope; made_by: string; expires_at: number; used_at: number | null };
  person: {
    id: string;
    name: string;
    /** argon2id over the PIN with the server's pepper. */
    pin_hash: string;
    created_at: number;
    disabled_at: number | null;
    /** The language that the person reads; null for that of the device. */
    language: Generated<Language | null>;
  };
  /**
   * Where somebody works, and as what.
   *
   * Names are told apart within a shop: see `people/people.ts`.
   */
  /** `manager_since`, `manager_until`: when the person last became a manager, or ceased to be. */
  place: {
    shop: Scope;
    person_id: string;
    role: 'cashier' | 'stock' | 'manager';
    manager_since: number | null;
    manager_until: number | null;
  };
  /** Wrong PINs, counted durably for `person:ID`, `device:ID` and `shop:ID`. */
  pin_guard: { subject: string; failures: number; wait_until: number; locked_at: number | null };
  session: {
    token_hash: string;
    shop: Scope;
    device_id: string;
    person_id: string;
    created_at: number;
    last_used_at: number;
    ended_at: number | null;
  };
  tender: Asked & {
    sale_id: string | null;
    /**
     * Keyed hash of what was scanned or typed, so that the same request is recognised without
     * asking the issuer what a link means.
     */
    code_hash: string;
    /** Keyed hash of the ref's identity: equality without the ref. */
    ref_hash: string;
    /** The ref, encrypted at rest. */
    ref_sealed: string;
    last4: string;
    /** `money` or `items`. */
    kind: 'money' | 'items';
    /** Minor units, or a count of items. */
    requested: number;
    /** Empty for items. */
    currency: string;
    return_info: number;
    /** The register's number of the sale, and how the code came in; null where nobody said. */
    receipt_no: string | null;
    entry: CodeEntry | null;
    /**
     * What a voucher that one redemption uses up held right before, minor units or items; null for
     * others, and where nobody knew.
     */
    held: number | null;
  };
  /** A capture that is to be given back. */
  refund: Asked & {
    tender_id: string;
    /** Why, in the words of whoever asked. */
    note: string;
  };
  /** Cards that are to be activated. Its ranges are in its first fact. */
  activation: Asked;
  /**
   * Where each range of an activation stands: the fold of its facts, kept in the same transaction,
   * so that taken cards can be looked up.
   */
  activation_range: {
    activation_id: string;
    /** From 0, as in the request. */
    position: number;
    shop: Scope;
    /** Length of its numbers; numbers of one length sort as text. */
    digits: number;
    first: string;
    last: string;
    state: string;
  };
  /** An issue of vouchers. */
  issue: Asked & {
    product_code: string;
    product_name: string | null;
    quantity: number;
    /** Minor units; null where the product has its own. */
    face_value: number | null;
    client_reference: string | null;
  };
  /**
   * A voucher that the issuer gave for an issue, written with the fact that says so; never changed.
   */
  issued_voucher: {
    issue_id: string;
    /** From 0, in the order in which they came. */
    position: number;
    /** All that its holder needs, as JSON, encrypted at rest. */
    sealed: string;
    /** By which the voucher is found: see `journal/ref-hash.ts`. */
    ref_hash: string;
  };
  /**
   * Where each operation stands: the fold of its facts, kept in the same transaction, so that the
   * lock can be a unique index and a change can be refused when somebody else made one first.
   */
  operation: {
    id: string;
    shop: Scope;
    kind: OperationKind;
    /** Null for the tombstone of an id that never arrived, and for what no device asked for. */
    device_id: string | null;
    /** Keyed hash of the voucher that nobody else may touch while this is open; null for none. */
    lock_hash: string | null;
    state: string;
    /** 1 while the outcome is not known. */
    open: number;
    /** How many facts there are. */
    version: number;
    /** The server that looks after it while it is open. */
    owner: number | null;
    created_at: number;
    changed_at: number;
  };
  /** Append-only: what happened to an operation, in order. */
  fact: {
    seq: Generated<number>;
    shop: Scope;
    operation_id: string;
    at: number;
    kind: string;
    data: string;
    /**
     * What it is found by, as its operation and its data say: kind of operation, who asked for it,
     * who decided this.
     */
    operation_kind: OperationKind;
    person_id: string | null;
    decider_id: string | null;
  };
  /** A transaction of the issuer belongs to one operation, and an operation to one transaction. */
  claim: { shop: Scope; transaction_id: string; operation_id: string; at: number };
  /** A row of the issuer's search as it was read last. Those of other shops go after two days. */
  issuer_row: {
    account: Account;
    transaction_id: string;
    type: string;
    raw_type: string;
    /** Null where the status is no known word. */
    succeeded: number | null;
    raw_status: string;
    mid: string;
    amount: number | null;
    currency: string;
    /** Of the issuer's clock. */
    created_at: number | null;
    updated_at: number | null;
    /** JSON: hash, sealed ref, last four, value, product, actions of each. */
    vouchers: string;
    first_read_at: number;
    last_read_at: number;
    /** When a complete reading of its day did not show it any more. */
    gone_at: number | null;
  };
  /** By which vouchers a row of the issuer's search is found: keyed hash of the ref. */
  issuer_row_voucher: { account: Account; hash: string; transaction_id: string };
  /** What a row of the issuer's search was before it changed, as JSON; never changed. */
  issuer_row_change: { account: Account; transaction_id: string; at: number; was: string };
  /**
   * A period of the issuer's time that was read to its end; those of kind `span` that touch are
   * one.
   */
  reading: { account: Account; kind: 'span' | 'day'; from_at: number; to_at: number; began_at: number };
  /**
   * What the list of transactions is asked by: short columns of every row that the shop may see,
   * and of its activations.
   */
  list_row: {
    shop: Scope;
    /** Of the issuer's clock; where the row names no time, when it was first read. */
    at: number;
    /** The issuer's id of the row; of an activation, its id and the position of the range. */
    id: string;
    /** Day of the shop, counted from 1970-01-01. */
    day: number;
    type: 'capture' | 'refund' | 'authorization' | 'activation' | 'other';
    status: 'succeeded' | 'failed' | 'deactivated' | 'unknown';
    mid: string;
    currency: string;
    /** Minor units, items or cards; null where the row names none. */
    amount: number | null;
    /** Last four of each voucher in capitals, a space before the first and after each. */
    tails: string;
    person_id: string | null;
    /** 1 when the journal explains it. */
    claimed: number;
    /** 1 when another row of the same redemption is on the list, which is `pair_id`. */
    paired: number;
    /** Rows that could belong together have the same; null for those that belong to none. */
    pair_key: string | null;
    pair_id: string | null;
  };
  /**
   * Days of the list, as `list_row` counts them: `version` is another whenever a row of the day has
   * changed.
   *
   * The last days are not noted.
   */
  list_day: { shop: Scope; day: number; version: number };
  /** What a manager found at the end of a day. */
  closing: Asked & {
    /** What was asked, and what was found, as JSON. */
    request: string;
    found: string;
  };
  /**
   * The audit trail; never changed.
   *
   * Each entry holds the hash of the one before, see `audit/chain.ts`.
   */
  audit: {
    shop: Scope;
    /** From 1, without gaps, in each shop. */
    seq: number;
    at: number;
    /** Null for what nobody signed in did. */
    person_id: string | null;
    device_id: string | null;
    action: string;
    /** Id of what it was done to. */
    subject: string | null;
    /** JSON. */
    details: string;
    /** Empty for the first. */
    previous: string;
    hash: string;
  };
  /**
   * The last entry of each shop's trail, with a keyed mark of its own, so that entries cannot be
   * cut off the end unnoticed.
   */
  audit_head: { shop: Scope; seq: number; hash: string; mark: string };
  /** What managers set for their shop. `value` is JSON; who set it last, and when. */
  shop_setting: { shop: Scope; name: string; value: string; person_id: string; changed_at: number };
  /** What belongs to the database as a whole. */
  setting: { name: 'key-mark' | 'journal-id' | 'list-zone' | 'return-key' | 'lineage'; value: string };
}

/** What is journalled as one thing with an outcome. */
export const OPERATION_KINDS = [...ASKED_KINDS, 'orphan'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];
/** What pages and other servers are told of when it changes. */
export type ChangedKind = OperationKind | 'approval' | 'printing' | 'display';
