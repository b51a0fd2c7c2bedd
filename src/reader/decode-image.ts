import type { Decoded, ScanFormat } from './decode-protocol.ts';
import { lumaOf } from './read/luma.ts';
import type { Reader } from './read/reader.ts';

let reader: Promise<Reader> | undefined;

/** The reader of this thread. Its engines are loaded on first use; the camera's run in a worker. */
export function localReader(): Promise<Reader> {
  reader ??= import('./read/browser-reader.ts').then(({ startBrowserReader }) => startBrowserReader());
  return reader;
}

/**
 * Searches a still picture for codes on this thread, with the engines of the camera.
 * @returns the codes found, with outlines in pixels; an empty result is not an error
 */
export async function decodeImage(imageData: ImageData, formats: readonly ScanFormat[]): Promise<readonly Decoded[]> {
  return (await localReader()).still(lumaOf(imageData), formats);
}
