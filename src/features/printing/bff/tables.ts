import type { Scope } from '../../../bff/platform/base/scope.ts';
import type {
  DocumentKind,
  PrinterKind,
  PrinterState,
  PrintoutReason,
  PrintoutState,
  PrintWidth,
} from '../contract/printing.ts';

/** Tables of printers and printouts. Times and flags as in `schema.ts`. */
export interface PrintingTables {
  /** A printer of the shop; one that was removed stays, because printouts name it. */
  printer: {
    id: string;
    shop: Scope;
    name: string;
    kind: PrinterKind;
    /** Null for one that asks by itself. */
    host: string | null;
    port: number | null;
    width: PrintWidth;
    cutter: number;
    drawer: number;
    /** SHA-256 of what a printer that asks by itself is known by; null for others. */
    token_hash: string | null;
    state: PrinterState;
    state_at: number | null;
    created_at: number;
    removed_at: number | null;
  };
  /** On which printer a device prints. */
  device_printer: { device_id: string; printer_id: string };
  /** One paper on its way to a printer. */
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
    /** 1 when it opens the drawer. */
    drawer: number;
    /**
     * Keyed hash of what was asked, so that the same request is recognised when the paper itself is
     * gone.
     */
    asked_hash: string;
    /** Its dots as JSON, encrypted at rest; null once nobody needs them any more. */
    sealed: string | null;
    state: PrintoutState;
    reason: PrintoutReason | null;
    /** The server that sends it. */
    owner: number;
    created_at: number;
    changed_at: number;
  };
}
