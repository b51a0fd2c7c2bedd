import type { Scope } from '../base/scope.ts';

/**
 * Tables of what works together with the till: programs with their keys, addresses that hear of
 * what happens, and registers that ask by link.
 *
 * Times and flags as in `schema.ts`.
 */
export interface ConnectionTables {
  /**
   * A program's key; `id` is also that of its row among the devices, and `person_id` where it acts
   * in its own name.
   */
  access_key: {
    id: string;
    shop: Scope;
    name: string;
    /** The part of the key that is no secret, and by which it is found. */
    start: string;
    /** Keyed hash of the whole key. */
    secret_hash: string;
    /** JSON: a list of scopes. */
    scopes: string;
    person_id: string;
    /** Minor units, for one redemption and for a day; null for no limit. */
    limit_once: number | null;
    limit_day: number | null;
    made_by: string;
    made_at: number;
    last_used_at: number | null;
    revoked_at: number | null;
    /** Of the key that this one replaced, which goes on beside it until `old_until`. */
    old_start: string | null;
    old_secret_hash: string | null;
    old_until: number | null;
  };
  /**
   * What a key with a limit for the day asked for on a day of the shop (`YYYY-MM-DD`), minor units.
   */
  key_tender: { key_id: string; day: string; tender_id: string; amount: number };
  /** An address that hears of what happens. */
  webhook: {
    id: string;
    shop: Scope;
    url: string;
    /** JSON: a list of what it hears of. */
    news: string;
    /**
     * The secret that signs, encrypted at rest; the one of before signs beside it until
     * `old_until`.
     */
    secret_sealed: string;
    old_secret_sealed: string | null;
    old_until: number | null;
    made_by: string;
    made_at: number;
    removed_at: number | null;
  };
  /**
   * What a webhook is to hear, written in the transaction that does it.
   *
   * One id for all that hear of it, for ever.
   */
  webhook_message: {
    webhook_id: string;
    id: string;
    news: string;
    /** JSON: ids and words, no ref. */
    data: string;
    at: number;
    tries: number;
    /** When it is tried next, by whichever server takes it first; null when it is not any more. */
    next_at: number | null;
    outcome: 'delivered' | 'given_up' | null;
  };
  /** Each attempt to deliver one. */
  webhook_attempt: {
    webhook_id: string;
    message_id: string;
    number: number;
    at: number;
    ms: number;
    status: number | null;
    reason: string | null;
  };
  /**
   * A register that may ask for redemptions by link: where its pages are, and what the shop calls
   * it.
   */
  register: {
    id: string;
    shop: Scope;
    origin: string;
    name: string;
    person_id: string;
    created_at: number;
    /**
     * By which it signs its links, encrypted at rest; null where it need not.
     *
     * The one of before counts too until `old_until`.
     */
    secret_sealed: string | null;
    old_secret_sealed: string | null;
    old_until: number | null;
  };
  /**
   * A sale that a register asked for by link; never changed after it was written.
   *
   * Its id is the id of the sale.
   */
  pay_link: {
    id: string;
    shop: Scope;
    device_id: string;
    person_id: string;
    /** Minor units. */
    amount: number;
    currency: string;
    reference: string;
    /** Whatever the register wants back; empty for nothing. */
    state: string;
    return_url: string;
    /** The register's origin and name as they were then. */
    origin: string;
    name: string;
    created_at: number;
  };
  /**
   * What a register was told for certain of the sale of a link, minor units; never changed.
   *
   * Numbered from 1 for each link.
   */
  pay_link_told: {
    link_id: string;
    number: number;
    at: number;
    outcome: 'taken' | 'not_taken' | 'cancelled';
    amount: number;
  };
  /** Devices that opened a link which another had opened before. */
  pay_link_opened: { link_id: string; device_id: string };
}
