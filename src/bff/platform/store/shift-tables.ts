import type { Scope } from '../base/scope.ts';

/**
 * Tables of closed shifts, of the accounting export and of reconciliation. Times and flags as in
 * `schema.ts`.
 */
export interface ShiftTables {
  /** The end of a shift, or a burned number; never changed. */
  shift_z: {
    id: string;
    shop: Scope;
    device_id: string;
    /** From 1 and without gaps for each till: unique. */
    number: number;
    /** Null for a burned number. */
    person_id: string | null;
    opened_at: number;
    created_at: number;
    burnt: number;
    /** The request and the result, as JSON. */
    request: string;
    found: string;
    /** Always 0, and never read. */
    floor: number;
  };
  /** The Z that counts a fact: at most one. */
  shift_z_fact: { shop: Scope; fact_seq: number; z_id: string };
  /** Notes added to a Z; never changed. */
  shift_note: { shop: Scope; z_id: string; at: number; person_id: string; note: string };
}
