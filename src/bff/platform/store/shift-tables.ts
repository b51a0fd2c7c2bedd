import type { BookFormat } from '../../../features/closings/contract/books.ts';
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
  /** Facts that no Z counts yet, by the till of their operation; the database maintains it. */
  uncounted_fact: { shop: Scope; device_id: string; fact_seq: number; at: number; begins: number };
  /** How a shop's closings become accounting entries, as JSON; who set it last, and when. */
  books: { shop: Scope; value: string; person_id: string; changed_at: number };
  /** A file created for accounting, and the Z that it contains; never changed. */
  book_export: {
    id: string;
    shop: Scope;
    person_id: string;
    format: BookFormat;
    currency: string;
    at: number;
  };
  book_export_z: { shop: Scope; export_id: string; z_id: string };
  /** The columns of an imported list with this layout, as JSON. */
  match_layout: { shop: Scope; layout: string; columns: string; person_id: string; changed_at: number };
  /** The reason why our lines and another list differ in one place. */
  match_note: { shop: Scope; difference: string; note: string; person_id: string; at: number };
  /** A later note on a Z; never changed. */
  shift_note: { shop: Scope; z_id: string; at: number; person_id: string; note: string };
}
