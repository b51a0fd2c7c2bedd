import type { Decoded } from './decode-protocol.ts';
import type { ScanEvent } from './scan-event.ts';

declare global {
  /** What the page `/bench/scan` offers. */
  interface Window {
    decodeImage(imageData: ImageData, formats?: readonly string[]): Promise<readonly Decoded[]>;
    /** What the camera read since the page was opened with `?camera`, each with the page's clock (`performance.now()`). */
    scanned: BenchScan[];
  }
}

/** Reads one picture with the camera's engines; without formats all of them. */
export type DecodeImage = Window['decodeImage'];

export type BenchScan = ScanEvent & { readonly clock: number };
