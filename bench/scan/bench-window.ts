import type { Decoded } from '../../src/reader/decode-protocol.ts';
import type { ScanEvent } from '../../src/reader/scan-event.ts';

declare global {
  interface Window {
    decodeImage(imageData: ImageData, formats?: readonly string[]): Promise<readonly Decoded[]>;
    /**
     * Passes the next picture of a film to the live reader, at `at` ms of the film. @returns the
     * texts that it reported then
     */
    watchFilm(imageData: ImageData, at: number): Promise<readonly string[]>;
    /**
     * Results of the camera since the page was opened with `?camera`, each with the page's clock
     * (`performance.now()`).
     */
    scanned: BenchScan[];
  }
}

/**
 * Reads one picture with the camera's engines. Default formats: those of every till, Code 39 and
 * ITF.
 */
export type DecodeImage = Window['decodeImage'];

export type BenchScan = ScanEvent & { readonly clock: number };
