/** The source of a code. All later steps treat all sources alike. */
export type ScanSource = 'camera' | 'picture' | 'wedge' | 'hid' | 'serial' | 'typed' | 'paste';

export interface PictureReading {
  readonly format: string;
  /** The engines that read it. */
  readonly engines: readonly string[];
}

/** One presented code, from any source. The text is unchanged. */
export interface ScanEvent {
  readonly text: string;
  readonly source: ScanSource;
  /** Milliseconds since the epoch (`Date.now()`). */
  readonly at: number;
  /** For a camera or a picture. */
  readonly reading?: PictureReading;
  /** The output of a connected scanner, if it differs from the text. */
  readonly raw?: string;
}
