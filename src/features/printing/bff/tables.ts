import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { DocumentKind } from '../../../contract/platform/document-kind.ts';
import type { PrinterKind, PrinterState, PrintoutReason, PrintoutState, PrintWidth } from '../contract/printing.ts';

/** Tables of printers and printouts. Times and flags as in `schema.ts`. */
export interface PrintingTables {
  /** A printer of the shop; a removed printer stays, because printouts name it. */
  printer: {
    id: string;
    shop: Scope;
    name: string;
    kind: PrinterKind;
    /** Null for a printer that polls. */
    host: string | null;
    port: number | null;
    width: PrintWidth;
    cutter: number;
    drawer: number;
    /** SHA-256 of the token of a printer that polls; null for others. */
    token_hash: string | null;
    state: PrinterState;
    state_at: number | null;
    created_at: number;
    removed_at: number | null;
  };
  /** The printer of each device. */
  device_printer: { device_id: string; printer_id: string };
  /** The printer of a device that is not enrolled yet, by the device's name. */
  awaited_device: { shop: Scope; name: string; printer_id: string };
  /** A print of a document by a device; with a printout of the same id if the server sends it. */
  document_print: {
    id: string;
    shop: Scope;
    device_id: string;
    person_id: string;
    what: DocumentKind;
    subject: string;
    /** 1 if it was marked as a copy. */
    is_copy: number;
    at: number;
  };
  /** A document for a printer, with its state. */
  printout: {
    id: string;
    shop: Scope;
    printer_id: string;
    device_id: string;
    person_id: string;
    what: DocumentKind;
    subject: string | null;
    /** The unsure printout that this one repeats. */
    copy_of: string | null;
    /** 1 if it opens the drawer. */
    drawer: number;
    /**
     * Keyed hash of the request, to recognise a repeated one after the document was deleted.
     */
    asked_hash: string;
    /**
     * The dots of the document as JSON, encrypted in storage; null once they are no longer needed.
     */
    sealed: string | null;
    state: PrintoutState;
    reason: PrintoutReason | null;
    /** The server that sends it. */
    owner: number;
    created_at: number;
    changed_at: number;
  };
}
