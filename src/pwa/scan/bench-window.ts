import type { Decoded } from './decode-protocol.ts';
import type { ScanEvent } from './scan-event.ts';

declare global {
  /** What the page `/bench/scan` offers. */
  interface Window {
    decodeImage(imageData: ImageData, formats?: readonly string[]): Promise<readonly Decoded[]>;
    /**
     * Shows the next picture of one film to the live reader, `at` ms of the film. @returns the
     * texts that it told then
     */
    watchFilm(imageData: ImageData, at: number): Promise<readonly string[]>;
    /**
     * What the camera read since the page was opened with `?camera`, each with the page's clock
     * (`performance.now()`).
     */
    scanned: BenchScan[];
  }
}

/**
 * Reads one picture with the camera's engines; without formats what every till reads, Code 39 and
 * ITF.
 */
export type DecodeImage = Window['decodeImage'];

export type BenchScan = ScanEvent & { readonly clock: number };
