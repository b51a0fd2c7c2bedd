import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { BookFormat } from '../contract/books.ts';

/** Tables that only closings use. Times and flags as in `schema.ts`. */
export interface ClosingTables {
  /** How closings become accounting entries, as JSON, with the last editor and time. */
  books: { shop: Scope; value: string; person_id: string; changed_at: number };
  /** An exported accounting file and its Z reports; never changed. */
  book_export: {
    id: string;
    shop: Scope;
    person_id: string;
    format: BookFormat;
    currency: string;
    at: number;
  };
  book_export_z: { shop: Scope; export_id: string; z_id: string };
  /** The columns of lists with this layout, as JSON. */
  match_layout: { shop: Scope; layout: string; columns: string; person_id: string; changed_at: number };
  /** Why our lines and another list differ in one place. */
  match_note: { shop: Scope; difference: string; note: string; person_id: string; at: number };
  /**
   * Facts that no Z counts yet, by the till of their operation; the database maintains the table.
   */
  uncounted_fact: { shop: Scope; device_id: string; fact_seq: number; at: number; begins: number };
}
