import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { PrinterState } from '../../contract/printing.ts';
import type { Dots } from './raster.ts';

export interface Extras {
  /** Cuts the paper at the end. */
  readonly cutter: boolean;
  /** Opens the drawer first, so that nobody waits for it. */
  readonly drawer: boolean;
}

/** Rows that are encoded at a time: the encoder takes four bytes for each dot, and a paper may be metres long. A multiple of eight, as it wants them. */
const BAND_ROWS = 240;
/** Lines that are fed before a cut, because the knife lies above the head. */
const FEED_LINES = 4;

/** A paper in the commands that receipt printers share (ESC/POS): dots only, because no code page has every script that a shop writes. */
export function escPosOf({ width, rows, bytes }: Dots, { cutter, drawer }: Extras): Buffer {
  /* A line feed after a band would tear the picture apart. */
  const look = { imageMode: 'raster', feedBeforeCut: FEED_LINES, feedAfterBlock: false } as const;
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', ...look });
  encoder.initialize();
  if (drawer) encoder.pulse();
  for (let from = 0; from < rows; from += BAND_ROWS) {
    const band = Math.min(BAND_ROWS, rows - from);
    const part = bytes.subarray((from * width) / 8, ((from + band) * width) / 8);
    encoder.image({ width, height: band, data: pixelsOf(part) }, { width, height: band, algorithm: 'threshold' });
  }
  if (cutter) encoder.cut('partial');
  else encoder.newline(FEED_LINES);
  return Buffer.from(encoder.encode());
}

/** Dots as pixels of red, green, blue and opacity. */
function pixelsOf(bytes: Buffer): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(bytes.length * 32);
  pixels.fill(255);
  bytes.forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) pixels.fill(0, (index * 8 + bit) * 4, (index * 8 + bit) * 4 + 3);
  });
  return pixels;
}

/** What a printer is asked in real time (DLE EOT): how it is, why it may be offline, and about its paper. */
export const QUESTIONS = [1, 2, 4] as const;
type Question = (typeof QUESTIONS)[number];

/** The questions as bytes; each is answered with one byte, in this order, at once, whatever the printer is about. */
export const ASK_STATUS = Buffer.from(QUESTIONS.flatMap((question) => [0x10, 0x04, question]));
/** A question that is answered when everything before it has been printed (GS r 1). */
export const ASK_WHEN_DONE = Buffer.from([0x1d, 0x72, 1]);

export interface Heard {
  /** Answers to {@link ASK_STATUS}, in the order in which they came. */
  readonly status: readonly number[];
  /** Whether {@link ASK_WHEN_DONE} was answered. */
  readonly done: boolean;
}

/**
 * Understands what a printer says. Some tell their state by themselves too (ASB), in four bytes that look like nothing else.
 * @param bytes all that came so far
 */
export function hear(bytes: Buffer): Heard {
  const status: number[] = [];
  let done = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((byte & 0x93) === 0x12) status.push(byte);
    else if ((byte & 0x93) === 0x10) at += 3;
    else if ((byte & 0x90) === 0) done = true;
  }
  return { status, done };
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
/** What a person does first: an open cover says "no paper" as well, and everything says "offline". */
const FIRST: readonly PrinterState[] = ['cover-open', 'paper-out', 'fault'];

/** What the answers to all {@link QUESTIONS} come to. */
export function stateOf(answers: readonly number[]): PrinterState {
  const said = QUESTIONS.flatMap((question, index) =>
    BITS[question].filter(([mask]) => ((answers[index] ?? 0) & mask) !== 0).map(([, state]) => state),
  );
  return FIRST.find((state) => said.includes(state)) ?? 'ready';
}
