import type { Point, ScanFormat } from '../decode-protocol.ts';
import type { Luma } from './luma.ts';

/** What an engine read in a picture, before any guard has judged it. */
export interface EngineReading {
  readonly text: string;
  readonly format: ScanFormat;
  readonly outline: readonly Point[];
  /**
   * For bars: read on so many lines across them that one glance may be believed where nothing
   * contradicts it.
   */
  readonly firm: boolean;
}

/** How hard an engine looks. */
export interface Effort {
  /** It may stop after so many codes. */
  readonly most: number;
  /** The picture was enlarged, so that looking at it smaller again would be a waste. */
  readonly isEnlarged: boolean;
}

/** One way to find codes in pictures. */
export interface Engine {
  /** Two engines agree on a code when they have different names. */
  readonly name: string;
  readonly formats: readonly ScanFormat[];
  /**
   * @param formats what to look for; those that the engine does not know are left out
   * @param effort without it the engine may stop at the first code
   * @returns what it read; none is an ordinary outcome
   */
  read(picture: Luma, formats: readonly ScanFormat[], effort?: Effort): Promise<readonly EngineReading[]>;
}

/** The engines that a browser can run together. */
export interface Engines {
  /** The browser's own, where it proved itself: it looks first. */
  readonly native: Engine | null;
  readonly main: Engine;
  /**
   * A second reader of bars and QR codes, which confirms what the main one read and reads what it
   * does not.
   */
  readonly second: Engine | null;
}
