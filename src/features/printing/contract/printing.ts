import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { nameSchema } from '../../../contract/access/people.ts';
import { documentKindSchema } from '../../../contract/platform/document-kind.ts';

/** Kinds of printers that the server connects to. Each has its own protocol. */
export const REACHED_KINDS = ['network'] as const;
export type ReachedKind = (typeof REACHED_KINDS)[number];
/** All kinds; the others poll the server. */
export const printerKindSchema = z.enum([...REACHED_KINDS, 'cloudprnt']);
export type PrinterKind = z.infer<typeof printerKindSchema>;

export function isReached(kind: PrinterKind): kind is ReachedKind {
  return REACHED_KINDS.some((reached) => reached === kind);
}

export const printWidthSchema = z.union([z.literal(58), z.literal(80)]);
export type PrintWidth = z.infer<typeof printWidthSchema>;

/** Dots per line of a 203 dpi printer; eight of them are a millimetre. */
export const DOTS: Readonly<Record<PrintWidth, number>> = { 58: 384, 80: 576 };
export const DOTS_PER_MM = 8;

/** The state of a printer. `unknown` until the first connection. */
export const printerStateSchema = z.enum([
  'unknown',
  'ready',
  'paper-out',
  'cover-open',
  'fault',
  'unreachable',
  'no-printer',
]);
export type PrinterState = z.infer<typeof printerStateSchema>;

/** A host name or an address; the server resolves it and decides whether it is allowed. */
const hostSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[A-Za-z0-9:.-]+$/));
const settingsShape = {
  name: nameSchema,
  width: printWidthSchema,
  cutter: z.boolean(),
  /** True if receipts of redemptions open the connected drawer. */
  drawer: z.boolean(),
};

/** Body of `PUT /api/printers/:id`: the whole printer; its kind cannot change. */
export const printerRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...settingsShape,
    kind: z.enum(REACHED_KINDS),
    host: hostSchema,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
  }),
  z.strictObject({ ...settingsShape, kind: z.literal('cloudprnt') }),
]);
export type PrinterRequest = z.infer<typeof printerRequestSchema>;

export const printerSchema = z.object({
  id: z.string(),
  ...settingsShape,
  kind: printerKindSchema,
  /** Null for a printer that the server does not connect to. */
  host: z.nullable(z.string()),
  port: z.nullable(z.number()),
  state: printerStateSchema,
  /** Start of the state, ISO 8601 UTC; null for `unknown`. */
  stateAt: z.nullable(z.string()),
  devices: z.array(z.string()),
  /** Names of devices that are not enrolled yet. */
  awaited: z.catch(z.array(z.string()), []),
});
export type PrinterView = z.infer<typeof printerSchema>;

/** `path` is returned once: it is entered in the settings of a printer that polls. */
export const printerAnswerSchema = z.object({ printer: printerSchema, path: z.nullable(z.string()) });
export type PrinterAnswer = z.infer<typeof printerAnswerSchema>;

/**
 * Black and white dots of a document. Rows start at the top, each of `width / 8` bytes, a set bit
 * is black, the highest bit is the leftmost dot. `dots` contains all rows, deflated (RFC 1951), in
 * base64.
 */
export const rasterSchema = z.strictObject({
  width: z.union([z.literal(DOTS[58]), z.literal(DOTS[80])]),
  rows: z.int().check(z.minimum(1), z.maximum(LIMITS.rasterRowsMax)),
  dots: z.string().check(z.minLength(1), z.maxLength(LIMITS.rasterCharsMax), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});
export type Raster = z.infer<typeof rasterSchema>;

/**
 * Commands that a printer obeys even in the middle of a picture. They are DLE EOT, DLE ENQ and DLE
 * DC4, which would open the drawer.
 */
const OBEYED: ReadonlySet<number> = new Set([0x04, 0x05, 0x14]);
const DLE = 0x10;

/**
 * Blackens a dot wherever dots would be read as a command. A repeated call changes nothing.
 * @param bytes is changed
 */
export function withoutCommands(bytes: Uint8Array): void {
  for (let at = 0; at + 1 < bytes.length; at += 1)
    if (bytes[at] === DLE && OBEYED.has(bytes[at + 1] ?? 0)) bytes[at] = DLE | 1;
}

/** Body of `PUT /api/printouts/:id`. */
export const printoutRequestSchema = z.strictObject({
  printerId: z.string().check(z.minLength(1), z.maxLength(64)),
  what: documentKindSchema,
  /** Id of the document's subject, for example a redemption. */
  subject: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
  raster: rasterSchema,
  /** Also opens the drawer, if enabled for the printer. */
  drawer: z.boolean(),
});
export type PrintoutRequest = z.infer<typeof printoutRequestSchema>;

/** Body of `PUT /api/prints/:id`: the document that a device is about to print. */
export const documentPrintRequestSchema = z.strictObject({
  what: documentKindSchema,
  subject: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type DocumentPrintRequest = z.infer<typeof documentPrintRequestSchema>;

/** `isCopy`: it was printed before, so that the paper has to be marked as a copy. */
export const documentPrintSchema = z.object({ isCopy: z.boolean() });
export type DocumentPrint = z.infer<typeof documentPrintSchema>;

/**
 * The state of a printout.
 *
 * `queued`: nothing was sent, and it may still be cancelled. `sending`: the printer has it, or a
 * part of it. `printed`: the printer or a person confirmed it. `unsure`: it is unknown how much was
 * printed; it is never sent again automatically. `failed`: it was not sent, and will not be.
 * `repeated`: it was unsure, and a person printed it again.
 */
export const printoutStateSchema = z.enum([
  'queued',
  'sending',
  'printed',
  'unsure',
  'failed',
  'cancelled',
  'repeated',
]);
export type PrintoutState = z.infer<typeof printoutStateSchema>;

/** The reason why a printout is unsure or has failed. */
export const printoutReasonSchema = z.enum([
  'cut-off',
  'silent',
  'paper-out',
  'server-stopped',
  'waited-too-long',
  'refused',
  'printer-gone',
]);
export type PrintoutReason = z.infer<typeof printoutReasonSchema>;

export const printoutSchema = z.object({
  id: z.string(),
  printerId: z.string(),
  printer: z.string(),
  printerState: printerStateSchema,
  what: documentKindSchema,
  subject: z.nullable(z.string()),
  state: printoutStateSchema,
  reason: z.nullable(printoutReasonSchema),
  /** The printout that this one repeats; null for an original. */
  copyOf: z.nullable(z.string()),
  /** True if the document is still stored, so that it can be printed again. */
  canAgain: z.boolean(),
  person: z.string(),
  device: z.string(),
  createdAt: z.string(),
  changedAt: z.string(),
});
export type Printout = z.infer<typeof printoutSchema>;

/** A device's printer, and its unsettled printouts. */
export const printingSchema = z.object({
  printer: z.nullable(printerSchema),
  printouts: z.array(printoutSchema),
});
export type Printing = z.infer<typeof printingSchema>;

/**
 * Body of `POST /api/printouts/:id/again`: the id of the new printout, and the word *Copy* for the
 * top of the document.
 */
export const againRequestSchema = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
  mark: rasterSchema,
});
export type AgainRequest = z.infer<typeof againRequestSchema>;

export const devicePrinterSchema = z.strictObject({
  printerId: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
});
/** Body of `PUT /api/awaited-devices`: the printer of a device that may not be enrolled yet. */
export const awaitedDeviceSchema = z.extend(devicePrinterSchema, { name: nameSchema });

/** The report of a printer that polls; other fields are ignored. */
export const pollSchema = z.object({
  printingInProgress: z.optional(z.nullable(z.boolean())),
  statusCode: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
});
export type Poll = z.infer<typeof pollSchema>;

/** Printouts that do not change automatically and need no decision. */
export const isSettledPrintout = (state: PrintoutState): boolean => !['queued', 'sending', 'unsure'].includes(state);
