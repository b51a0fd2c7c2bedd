import type {
  PaperKind,
  PaperWidth,
  PrinterKind,
  PrinterState,
  PrintoutReason,
  PrintoutState,
} from '../../../features/printing/contract/printing.ts';
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
   * The content of a till's screen that is displayed elsewhere. Minor units; none of it states what
   * was captured.
   */
  shown_sale: { till_id: string; sale_id: string; due: number | null; currency: string | null; busy: number };
  /** The code on a person's badge: keyed hash of it. At most one active badge per person. */
  badge: {
    code_hash: string;
    shop: Scope;
    person_id: string;
    made_by: string;
    made_at: number;
    revoked_at: number | null;
  };
  /** A printer of the shop; a removed one stays, because printouts name it. */
  printer: {
    id: string;
    shop: Scope;
    name: string;
    kind: PrinterKind;
    /** Null for one that polls. */
    host: string | null;
    port: number | null;
    width: PaperWidth;
    cutter: number;
    drawer: number;
    /** SHA-256 of the token of a printer that polls; null for others. */
    token_hash: string | null;
    state: PrinterState;
    state_at: number | null;
    created_at: number;
    removed_at: number | null;
  };
  device_printer: { device_id: string; printer_id: string };
  printout: {
    id: string;
    shop: Scope;
    printer_id: string;
    device_id: string;
    person_id: string;
    what: PaperKind;
    subject: string | null;
    /** The unsure printout that this one repeats. */
    copy_of: string | null;
    /** 1 if it opens the drawer. */
    drawer: number;
    /**
     * Keyed hash of the request, so that a repeated request is recognised when the document itself
     * is gone.
     */
    asked_hash: string;
    /** Its dots as encrypted JSON; null once they are no longer needed. */
    sealed: string | null;
    state: PrintoutState;
    reason: PrintoutReason | null;
    owner: number;
    created_at: number;
    changed_at: number;
  };
}
