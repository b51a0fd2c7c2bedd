import type { Scope } from '../../../bff/platform/base/scope.ts';

/** Tables of holds. Times as in `schema.ts`. */
export interface HoldTables {
  /** A manager's hold on a voucher. A voucher has at most one active hold. */
  hold: {
    id: string;
    shop: Scope;
    /** Keyed hash of the ref: see `journal/ref-hash.ts`. The ref itself is not stored. */
    ref_hash: string;
    last4: string;
    /** The reason, as typed by the manager. */
    reason: string;
    person_id: string;
    at: number;
    let_go_by: string | null;
    let_go_at: number | null;
  };
}
