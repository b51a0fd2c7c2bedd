import type { ExtraKind } from '../../contract/voucher/extra-codes.ts';

/**
 * The kinds of codes that every camera looks for: those that vouchers carry, on paper, on screens
 * and in the wallets of phones.
 */
export const SCAN_FORMATS = ['QRCode', 'Code128', 'EAN13', 'DataMatrix', 'Aztec', 'PDF417'] as const;
/**
 * All kinds that can be asked for.
 *
 * The others have weak check digits or none, so a till looks for them only where its shop wants it.
 */
export type ScanFormat = (typeof SCAN_FORMATS)[number] | ExtraKind;

/** A place in a picture: pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A code that was found in a picture. */
export interface Decoded {
  readonly text: string;
  readonly format: ScanFormat;
  /**
   * Corners of the code, or the ends of its bars, in order around it; empty where the engine does
   * not tell.
   */
  readonly outline: readonly Point[];
  /**
   * False for what one picture of a film cannot prove, bars above all: one check digit lets some
   * misreads pass.
   *
   * Then looks are counted.
   */
  readonly sure: boolean;
  /** How many looks at this picture read it. */
  readonly looks: number;
  /** The engines that did. */
  readonly engines: readonly string[];
}

/** What a picture showed. */
export interface SeenInPicture {
  readonly codes: readonly Decoded[];
  /** Without any light; null where nobody looked, because the picture was lost on its way. */
  readonly black: boolean | null;
}

/** A picture that can travel to a worker. */
export type CameraFrame = ImageBitmap | VideoFrame | ImageData;

/**
 * What the decoding worker is asked, and what it answers.
 *
 * Every question gets one answer with its id.
 */
export interface DecodeRequest {
  readonly id: number;
  readonly frame: CameraFrame;
  readonly formats: readonly ScanFormat[];
  /**
   * Counts frames; says which of the harder glances this one gets.
   *
   * A still picture gets all of them that its time allows.
   */
  readonly turn: number | 'still';
}
export type DecodeReply =
  | { readonly id: number; readonly shown: SeenInPicture }
  | { readonly id: number; readonly fault: string };
