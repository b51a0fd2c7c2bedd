/** Types of codes on paper, on screens and in phone wallets that are safe to read by default. */
export const SCAN_FORMATS = ['QRCode', 'Code128', 'EAN13', 'DataMatrix', 'Aztec', 'PDF417'] as const;
/** All types that can be read. The others have weak check digits or none. */
export type ScanFormat = (typeof SCAN_FORMATS)[number] | 'Code39' | 'Code39Ext' | 'Codabar' | 'ITF' | 'EAN8' | 'UPCA';

/** A point in a picture: pixels from the top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Decoded {
  readonly text: string;
  readonly format: ScanFormat;
  /**
   * Corners of the code, or the ends of its bars, in order around it; empty if the engine does not
   * report them.
   */
  readonly outline: readonly Point[];
  /**
   * False if one picture of a film is no proof, mainly for bar codes: one check digit lets some
   * misreads pass.
   *
   * Several readings are then required.
   */
  readonly sure: boolean;
  /** Number of attempts that read it in this picture. */
  readonly looks: number;
  /** The engines that read it. */
  readonly engines: readonly string[];
}

export interface SeenInPicture {
  readonly codes: readonly Decoded[];
  /** True if it has no light; null if it was not examined, because the picture was lost. */
  readonly black: boolean | null;
}

export type CameraFrame = ImageBitmap | VideoFrame | ImageData;

/** Messages to and from the decoding worker. Every request gets one response with its id. */
export interface DecodeRequest {
  readonly id: number;
  readonly frame: CameraFrame;
  readonly formats: readonly ScanFormat[];
  /**
   * A count of frames that selects the extra attempts for this one. A still picture gets all that
   * its time allows.
   */
  readonly turn: number | 'still';
}
export type DecodeReply =
  | { readonly id: number; readonly shown: SeenInPicture }
  | { readonly id: number; readonly fault: string };
