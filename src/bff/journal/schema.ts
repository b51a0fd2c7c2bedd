import type { Generated } from 'kysely';

/** Tables as the migrations make them. Times are milliseconds since 1970 UTC; flags are 0 or 1, so that both engines agree. */
export interface Schema {
  shop: { id: string; mid: string | null; created_at: number };
  device: {
    id: string;
    shop: string;
    name: string;
    /** SHA-256 of the credential that the browser holds in a cookie. */
    secret_hash: string;
    enrolled_at: number;
    last_seen_at: number | null;
    revoked_at: number | null;
  };
  enrolment_code: { code_hash: string; shop: string; made_by: string; expires_at: number; used_at: number | null };
  person: {
    id: string;
    shop: string;
    name: string;
    role: 'cashier' | 'stock' | 'manager';
    /** argon2id over the PIN with the server's pepper. */
    pin_hash: string;
    created_at: number;
    disabled_at: number | null;
  };
  /** Wrong PINs, counted durably for `person:ID`, `device:ID` and `shop:ID`. */
  pin_guard: { subject: string; failures: number; wait_until: number; locked_at: number | null };
  session: {
    token_hash: string;
    shop: string;
    device_id: string;
    person_id: string;
    created_at: number;
    last_used_at: number;
    ended_at: number | null;
  };
  /** What was asked for; never changed after it was written. */
  tender: {
    id: string;
    shop: string;
    device_id: string;
    person_id: string;
    sale_id: string | null;
    /** Keyed hash of what was scanned or typed, so that the same request is recognised without asking the issuer what a link means. */
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
    created_at: number;
  };
  /** Where each tender id stands: the fold of its facts, kept in the same transaction, so that the voucher lock can be a unique index. */
  tender_state: {
    tender_id: string;
    shop: string;
    /** Null for the tombstone of an id that never arrived. */
    ref_hash: string | null;
    state: string;
    changed_at: number;
  };
  /** Append-only: what happened to a tender, in order. */
  fact: { seq: Generated<number>; tender_id: string; at: number; kind: string; data: string };
  /** A transaction of the issuer belongs to one tender, and a tender to one transaction. */
  claim: { shop: string; transaction_id: string; tender_id: string; at: number };
}
