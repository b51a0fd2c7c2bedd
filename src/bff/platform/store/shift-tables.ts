import type { Scope } from '../base/scope.ts';

/**
 * Tables of closed shifts, and of what is laid beside other people's books.
 *
 * Times and flags as in `schema.ts`.
 */
export interface ShiftTables {
  /** The end of a shift, or a number that was burnt; never changed. */
  shift_z: {
    id: string;
    shop: Scope;
    device_id: string;
    /** From 1 and without gaps for each till: no two have one. */
    number: number;
    /** Null for a number that was burnt. */
    person_id: string | null;
    opened_at: number;
    created_at: number;
    burnt: number;
    /** What was asked, and what was found, as JSON. */
    request: string;
    found: string;
    /** Always 0, and read by nothing. */
    floor: number;
  };
  /** Which Z counts a fact: one at most. */
  shift_z_fact: { shop: Scope; fact_seq: number; z_id: string };
  /** What no Z counts yet, by the till of its operation; the database keeps it. */
  uncounted_fact: { shop: Scope; device_id: string; fact_seq: number; at: number; begins: number };
  /** What was written to a Z afterwards; never changed. */
  shift_note: { shop: Scope; z_id: string; at: number; person_id: string; note: string };
}
