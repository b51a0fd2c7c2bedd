import type { Point, ScanFormat } from '../decode-protocol.ts';
import type { Luma } from './luma.ts';

/** The result of an engine before any guard has checked it. */
export interface EngineReading {
  readonly text: string;
  readonly format: ScanFormat;
  readonly outline: readonly Point[];
  /**
   * For bar codes: read on enough lines to be believed after one attempt, if nothing contradicts
   * it.
   */
  readonly firm: boolean;
}

export interface Effort {
  /** The engine may stop after this number of codes. */
  readonly most: number;
  /** The picture was enlarged, so trying it in a smaller size is useless. */
  readonly isEnlarged: boolean;
}

export interface Engine {
  /** Two engines that agree on a code must have different names. */
  readonly name: string;
  readonly formats: readonly ScanFormat[];
  /**
   * @param formats wanted formats; those unknown to the engine are ignored
   * @param effort without it, the engine may stop at the first code
   * @returns the codes; an empty result is not an error
   */
  read(picture: Luma, formats: readonly ScanFormat[], effort?: Effort): Promise<readonly EngineReading[]>;
}

/** The engines that a browser can run together. */
export interface Engines {
  /** The browser's own engine, if it passed the self-test: it runs first. */
  readonly native: Engine | null;
  readonly main: Engine;
  /**
   * A second reader of bar and QR codes, which confirms the main one's results and reads some that
   * it cannot.
   */
  readonly second: Engine | null;
  /** Reads bars whose edges are blurred away; slow. */
  readonly blurred: Engine | null;
}
