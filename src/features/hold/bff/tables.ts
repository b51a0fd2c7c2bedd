import type { Scope } from '../../../bff/platform/base/scope.ts';

/** Tables of holds. Times as in `schema.ts`. */
export interface HoldTables {
  /** A voucher that a manager put on hold; one that has not ended per voucher. */
  hold: {
    id: string;
    shop: Scope;
    /** Keyed hash of the ref: see `journal/ref-hash.ts`. The ref itself is not kept. */
    ref_hash: string;
    last4: string;
    /** Why, in the words of whoever holds it. */
    reason: string;
    person_id: string;
    at: number;
    let_go_by: string | null;
    let_go_at: number | null;
  };
}
