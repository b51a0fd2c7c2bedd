import type { Scope } from '../base/scope.ts';

/**
 * Tables of programs that work with the till: programs with their keys, webhooks, and registers
 * that use links. Times and flags as in `schema.ts`.
 */
export interface ConnectionTables {
  /**
   * A program's key; `id` is also the id of its row among the devices, and `person_id` if it acts
   * in its own name.
   */
  access_key: {
    id: string;
    shop: Scope;
    name: string;
    /** The public part of the key, used for finding it. */
    start: string;
    secret_hash: string;
    scopes: string;
    person_id: string;
    /** Minor units, for one redemption and for a day; null for no limit. */
    limit_once: number | null;
    limit_day: number | null;
    made_by: string;
    made_at: number;
    last_used_at: number | null;
    revoked_at: number | null;
    /** The previous key, which stays valid until `old_until`. */
    old_start: string | null;
    old_secret_hash: string | null;
    old_until: number | null;
  };
  /**
   * Amounts that a key with a daily limit requested on a day of the shop (`YYYY-MM-DD`), minor
   * units.
   */
  key_tender: { key_id: string; day: string; tender_id: string; amount: number };
  webhook: {
    id: string;
    shop: Scope;
    url: string;
    /** JSON: a list of events. */
    news: string;
    /** The signing secret, encrypted at rest; the previous one also signs until `old_until`. */
    secret_sealed: string;
    old_secret_sealed: string | null;
    old_until: number | null;
    made_by: string;
    made_at: number;
    removed_at: number | null;
  };
  /**
   * A message for a webhook, written in the transaction of its event. All receivers get the same
   * permanent id.
   */
  webhook_message: {
    webhook_id: string;
    id: string;
    news: string;
    /** JSON: ids and words, no ref. */
    data: string;
    at: number;
    tries: number;
    /** Time of the next attempt, which one server claims; null if no attempt is left. */
    next_at: number | null;
    outcome: 'delivered' | 'given_up' | null;
  };
  webhook_attempt: {
    webhook_id: string;
    message_id: string;
    number: number;
    at: number;
    ms: number;
    status: number | null;
    reason: string | null;
  };
  /** A register that may request redemptions by link: the address of its pages, and its name. */
  register: {
    id: string;
    shop: Scope;
    origin: string;
    name: string;
    person_id: string;
    created_at: number;
    /**
     * The secret that signs its links, encrypted at rest; null if none is required. The previous
     * one is also valid until `old_until`.
     */
    secret_sealed: string | null;
    old_secret_sealed: string | null;
    old_until: number | null;
  };
  /** A sale that a register requested by link; never changed. Its id is the id of the sale. */
  pay_link: {
    id: string;
    shop: Scope;
    device_id: string;
    person_id: string;
    /** Minor units. */
    amount: number;
    currency: string;
    reference: string;
    /** Text that the register wants returned; empty for none. */
    state: string;
    return_url: string;
    origin: string;
    name: string;
    created_at: number;
  };
  /**
   * A final outcome that a register received for the sale of a link, minor units; never changed.
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
