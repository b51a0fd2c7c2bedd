import type { BookFormat } from '../../../features/closings/contract/books.ts';
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
  /** How a shop's closings become entries of its books, as JSON; who said so last, and when. */
  books: { shop: Scope; value: string; person_id: string; changed_at: number };
  /** A file that was made for the books, and the Z that it holds; never changed. */
  book_export: {
    id: string;
    shop: Scope;
    person_id: string;
    format: BookFormat;
    currency: string;
    at: number;
  };
  book_export_z: { shop: Scope; export_id: string; z_id: string };
  /** What the columns of a list are that looks like this one, as JSON. */
  match_layout: { shop: Scope; layout: string; columns: string; person_id: string; changed_at: number };
  /** Why our lines and another list differ in one place. */
  match_note: { shop: Scope; difference: string; note: string; person_id: string; at: number };
  /** What was written to a Z afterwards; never changed. */
  shift_note: { shop: Scope; z_id: string; at: number; person_id: string; note: string };
}
