import type { PrinterState } from '../contract/printing.ts';
import type { PrinterLanguage, PrinterStatus, PrintOptions } from './conversation.ts';
import type { Dots } from './raster.ts';

/**
 * Rows sent as one picture: printers store a whole one before printing it, and a document may be
 * metres long.
 */
const BAND_ROWS = 240;
/** Lines to feed before a cut, because the knife is above the head. */
const FEED_LINES = 4;

/**
 * The state after switching on (ESC @), without Kanji (FS .), in the first font (ESC M), whose line
 * height is the feed.
 */
const INITIALIZE = Buffer.from([0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x4d, 0]);
/** A pulse on the drawer's first pin, 100 ms on and 500 ms off (ESC p). */
const OPEN_DRAWER = Buffer.from([0x1b, 0x70, 0, 50, 250]);
const FEED = Buffer.alloc(FEED_LINES, '\n');
/** A cut that leaves one point (GS V). */
const CUT = Buffer.from([0x1d, 0x56, 1]);

/**
 * Converts a document to the commands that receipt printers share (ESC/POS): dots only, because no
 * code page has every script of a shop. Dots are sent unchanged, as printers expect them in this
 * format.
 */
function escPosOf({ width, rows, bytes }: Dots, { cutter, drawer }: PrintOptions): Buffer {
  const stride = width / 8;
  const parts: Uint8Array[] = [INITIALIZE];
  if (drawer) parts.push(OPEN_DRAWER);
  for (let from = 0; from < rows; from += BAND_ROWS) {
    const band = Math.min(BAND_ROWS, rows - from);
    parts.push(pictureHeader(stride, band), bytes.subarray(from * stride, (from + band) * stride));
  }
  parts.push(FEED);
  if (cutter) parts.push(CUT);
  return Buffer.concat(parts);
}

/**
 * Builds the header of a picture (GS v 0).
 * @param stride bytes per row
 */
function pictureHeader(stride: number, rows: number): Buffer {
  const head = Buffer.from([0x1d, 0x76, 0x30, 0, 0, 0, 0, 0]);
  head.writeUInt16LE(stride, 4);
  head.writeUInt16LE(rows, 6);
  return head;
}

/** Real-time questions (DLE EOT): the state, the cause for being offline, and the paper. */
const QUESTIONS = [1, 2, 4] as const;
type Question = (typeof QUESTIONS)[number];

/**
 * The status requests. The printer answers each one immediately with one byte, in this order, even
 * while it is printing.
 */
const STATUS_REQUEST = Buffer.from(QUESTIONS.flatMap((question) => [0x10, 0x04, question]));
/** A request that the printer answers after printing all data before it (GS r 1). */
const DONE_REQUEST = Buffer.from([0x1d, 0x72, 1]);

/** Letters, digits and line ends in a row; a printer answers in single bytes. */
const TEXT = /[\x20-\x7e\r\n]{8}/;

/**
 * Parses a printer's answers. Some also report their state unasked (ASB), in four bytes with a
 * unique pattern.
 * @param bytes everything received
 */
function readStatus(bytes: Buffer): PrinterStatus {
  const status: number[] = [];
  let done = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((byte & 0x93) === 0x12) status.push(byte);
    else if ((byte & 0x93) === 0x10) at += 3;
    else if ((byte & 0x90) === 0) done = true;
  }
  return { status, done, isText: TEXT.test(bytes.toString('latin1')) };
}

const BITS: Readonly<Record<Question, readonly (readonly [mask: number, state: PrinterState])[]>> = {
  1: [[0x08, 'fault']],
  2: [
    [0x04, 'cover-open'],
    [0x20, 'paper-out'],
    [0x40, 'fault'],
  ],
  4: [[0x60, 'paper-out']],
};
/**
 * Problems in the order of fixing them: an open cover also reports "no paper", and everything
 * reports "offline".
 */
const PROBLEM_ORDER: readonly PrinterState[] = ['cover-open', 'paper-out', 'fault'];

/** Combines the answers to all {@link QUESTIONS}. */
function printerStateOf(answers: readonly number[]): PrinterState {
  const statusReplies = QUESTIONS.flatMap((question, index) =>
    BITS[question].filter(([mask]) => ((answers[index] ?? 0) & mask) !== 0).map(([, state]) => state),
  );
  return PROBLEM_ORDER.find((state) => statusReplies.includes(state)) ?? 'ready';
}

/** The protocol of most receipt printers. */
export const ESC_POS: PrinterLanguage = {
  encode: escPosOf,
  statusRequest: STATUS_REQUEST,
  statusReplies: QUESTIONS.length,
  doneRequest: DONE_REQUEST,
  parseStatus: readStatus,
  stateOf: printerStateOf,
};
