import type { Scope } from '../base/scope.ts';

/**
 * Tables of the devices around a till: customer displays, badges, printers. Times and flags as in
 * `schema.ts`.
 */
export interface TillTables {
  /** A device that shows a till to customers, from the creation of its code until it is ended. */
  display: {
    id: string;
    shop: Scope;
    till_id: string;
    code_hash: string;
    made_by: string;
    expires_at: number;
    /** The display itself; null until the code was used. */
    device_id: string | null;
    connected_at: number | null;
    ended_at: number | null;
  };
  /**
   * The code on a person's badge: keyed hash of it. At most one that is not revoked per person, for
   * all their shops. `shop`: where it was made.
   */
  badge: {
    code_hash: string;
    shop: Scope;
    person_id: string;
    made_by: string;
    made_at: number;
    revoked_at: number | null;
  };
}
