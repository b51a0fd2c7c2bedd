import type { Generated } from 'kysely';
import { REQUESTED_KINDS } from '../../../contract/money/change.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import type { TransactionStatus } from '../../../contract/redemption/states.ts';
import type { FeatureTables } from '../../../features/tables.ts';
import type { Account, Scope } from '../base/scope.ts';
import type { ConnectionTables } from './connection-tables.ts';
import type { GuardTables } from './guard-tables.ts';
import type { KeyTables } from './key-tables.ts';
import type { MirrorTables } from './mirror-tables.ts';
import type { ShiftTables } from './shift-tables.ts';
import type { ShopTables } from './shop-tables.ts';
import type { TillTables } from './till-tables.ts';

/** A request on a device; never changed. */
interface RequestedOperation {
  id: string;
  shop: Scope;
  device_id: string;
  person_id: string;
  created_at: number;
}

/**
 * Tables as the migrations create them. Times are milliseconds since 1970 UTC; flags are 0 or 1, so
 * that both engines agree.
 */
export interface Schema
  extends ConnectionTables,
    GuardTables,
    KeyTables,
    MirrorTables,
    ShiftTables,
    ShopTables,
    TillTables,
    FeatureTables {
  device: {
    id: string;
    shop: Scope;
    name: string;
    /** SHA-256 of the credential in the browser's cookie; the id once the device has ended. */
    secret_hash: string;
    enrolled_at: number;
    last_seen_at: number | null;
    revoked_at: number | null;
    /** The first device with this name, whose till this device took over; null for the first. */
    till_id: string | null;
  };
  enrolment_code: { code_hash: string; shop: Scope; made_by: string; expires_at: number; used_at: number | null };
  person: {
    id: string;
    name: string;
    /** argon2id of the PIN with the server's pepper; empty until the person has chosen one. */
    pin_hash: string;
    created_at: number;
    disabled_at: number | null;
    /** The person's language; null for that of the device. */
    language: Generated<Language | null>;
  };
  /** A code with which a person chooses the first PIN. `used_at`: also when another replaced it. */
  person_code: { code_hash: string; person_id: string; expires_at: number; used_at: number | null };
  /**
   * The place and role of a person's work. Names are unique within a shop: see `people/people.ts`.
   * `manager_since`, `manager_until`: when the person last became a manager, or ceased to be one.
   */
  place: {
    shop: Scope;
    person_id: string;
    role: 'cashier' | 'stock' | 'manager';
    manager_since: number | null;
    manager_until: number | null;
  };
  session: {
    token_hash: string;
    shop: Scope;
    device_id: string;
    person_id: string;
    created_at: number;
    last_used_at: number;
    ended_at: number | null;
    /** 1 for head office. */
    office: Generated<number>;
    /** When its person last confirmed it with a passkey. */
    confirmed_at: Generated<number | null>;
  };
  tender: RequestedOperation & {
    sale_id: string | null;
    /**
     * Keyed hash of the scanned or typed code, so that a repeated request is recognised without
     * asking the issuer to resolve a link.
     */
    code_hash: string;
    /** Keyed hash of the ref's identity: for finding equal refs without decrypting them. */
    ref_hash: string;
    /** The encrypted ref. */
    ref_sealed: string;
    last4: string;
    kind: 'money' | 'items';
    /** Minor units, or a count of items. */
    requested: number;
    /** Empty for items. */
    currency: string;
    return_info: number;
    /** The register's number of the sale, and the entry method; null if unknown. */
    receipt_no: string | null;
    entry: CodeEntry | null;
    /**
     * For a voucher that one redemption uses up: the balance just before the redemption, minor
     * units or items. Null for other vouchers, and if unknown.
     */
    held: number | null;
  };
  refund: RequestedOperation & {
    tender_id: string;
    note: string;
  };
  /** Cards to activate. Its ranges are in its first fact. */
  activation: RequestedOperation;
  /**
   * The state of each range of an activation: the fold of its facts, updated in the same
   * transaction, so that cards already in use can be looked up.
   */
  activation_range: {
    activation_id: string;
    /** From 0, as in the request. */
    position: number;
    shop: Scope;
    /** Length of the range's numbers; numbers of one length sort as text. */
    digits: number;
    first: string;
    last: string;
    state: string;
  };
  issue: RequestedOperation & {
    product_code: string;
    product_name: string | null;
    quantity: number;
    /** Minor units; null if the product has a fixed value. */
    face_value: number | null;
    client_reference: string | null;
  };
  /**
   * A voucher that the issuer created for an issue, written in the transaction of its fact; never
   * changed.
   */
  issued_voucher: {
    issue_id: string;
    /** From 0, in order of arrival. */
    position: number;
    /** All data for the voucher's holder, as encrypted JSON. */
    sealed: string;
    /** Finds the voucher: see `journal/ref-hash.ts`. */
    ref_hash: string;
  };
  /**
   * The state of each operation: the fold of its facts, updated in the same transaction, so that a
   * unique index can be the lock, and a change based on an old state can be refused.
   */
  operation: {
    id: string;
    shop: Scope;
    kind: OperationKind;
    /** Null for the tombstone of an id that never arrived, and if no device requested it. */
    device_id: string | null;
    /** Keyed hash of the voucher that is locked while this is open; null for none. */
    lock_hash: string | null;
    state: string;
    /** 1 while the outcome is unknown. */
    open: number;
    version: number;
    /** The server that is responsible for the operation while it is open. */
    owner: number | null;
    /**
     * That of the shop: a voucher is in one open operation of an account at most. Null for one that
     * was open in a second shop when accounts began to share locks.
     */
    account: Account | null;
    created_at: number;
    changed_at: number;
  };
  /** Append-only: the events of an operation, in order. */
  fact: {
    seq: Generated<number>;
    shop: Scope;
    operation_id: string;
    at: number;
    kind: string;
    data: string;
    /**
     * Columns for searching, copied from the operation and the data of the fact: kind of operation,
     * its requester, the person who decided this fact.
     */
    operation_kind: OperationKind;
    person_id: string | null;
    decider_id: string | null;
  };
  /**
   * In an account, a transaction of the issuer belongs to one operation, and an operation to one
   * transaction. `account` is null for the second of two claims from before accounts shared them.
   */
  claim: { shop: Scope; transaction_id: string; operation_id: string; at: number; account: Account | null };
  /**
   * The list of transactions: short columns of every row that the shop may see, and of its
   * activations.
   */
  list_row: {
    shop: Scope;
    /** Time by the issuer's clock; for a row without a time, the time of its first reading. */
    at: number;
    /** The issuer's id of the row; for an activation, its id and the position of the range. */
    id: string;
    /** Day of the shop, counted from 1970-01-01. */
    day: number;
    type: 'capture' | 'refund' | 'authorization' | 'activation' | 'other';
    status: TransactionStatus;
    mid: string;
    currency: string;
    /** Minor units, items or cards; null if the row has none. */
    amount: number | null;
    /** Last four of each voucher in capitals, a space before the first and after each. */
    tails: string;
    person_id: string | null;
    /** 1 if the journal explains it. */
    claimed: number;
    /** 1 if another row of the same redemption is on the list, which is `pair_id`. */
    paired: number;
    /** Equal for rows that may be an authorization and its capture; null for all others. */
    pair_key: string | null;
    pair_id: string | null;
  };
  /**
   * Days of the list, as `list_row` counts them: `version` changes with every change of a row of
   * the day. The last days are not recorded.
   */
  list_day: { shop: Scope; day: number; version: number };
  /** A manager's end-of-day result. */
  closing: RequestedOperation & {
    /** The request and the result, as JSON. */
    request: string;
    found: string;
  };
  /**
   * The audit trail; never changed. Each entry contains the hash of the previous entry, see
   * `audit/chain.ts`.
   */
  audit: {
    shop: Scope;
    /** From 1, without gaps, in each shop. */
    seq: number;
    at: number;
    /** Null for actions without a signed-in person. */
    person_id: string | null;
    device_id: string | null;
    action: string;
    subject: string | null;
    details: string;
    /** Empty for the first. */
    previous: string;
    hash: string;
  };
  /**
   * The last entry of each shop's trail, with its own keyed mark, so that entries cannot be cut off
   * the end unnoticed.
   */
  audit_head: { shop: Scope; seq: number; hash: string; mark: string };
  /**
   * Keyed marks of rows in which the name of a person was replaced, see `audit/erasures.ts`: an
   * entry of the trail or a fact by its number, or a Z report by its id.
   */
  erasure: { place: 'audit' | 'fact' | 'shift_z'; shop: Scope; ref: string; mark: string };
  /**
   * Settings that managers set for their shop. `value` is JSON. The other columns are the manager
   * of the last change and its time.
   */
  shop_setting: { shop: Scope; name: string; value: string; person_id: string; changed_at: number };
  setting: {
    name: 'key-mark' | 'journal-id' | 'list-zone' | `list-zone:${string}` | 'return-key' | 'lineage';
    value: string;
  };
}

/** Kinds of journal records that have an outcome. */
export const OPERATION_KINDS = [...REQUESTED_KINDS, 'orphan'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];
/** Kinds of changes that pages and other servers are notified of. */
export type ChangedKind = OperationKind | 'approval' | 'printing' | 'display' | 'report';
