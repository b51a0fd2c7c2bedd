import zbarUrl from '@undecaf/zbar-wasm/dist/zbar.wasm?url';
import zxingUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { blurredEngine } from './blurred.ts';
import { startReader } from './ladder.ts';
import { type NativeDetectors, startNative } from './native.ts';
import type { Reader } from './reader.ts';
import { startZbar } from './zbar.ts';
import { startZxingWasm } from './zxing-wasm.ts';

/**
 * Starts the engines of this browser, in a page or a worker. Their WebAssembly is served next to
 * the pages; the JavaScript engine is loaded only if it is needed.
 */
export function startBrowserReader(): Promise<Reader> {
  const { WebAssembly: wasm, BarcodeDetector } = globalThis as {
    WebAssembly?: object;
    BarcodeDetector?: NativeDetectors;
  };
  const needsWasm = <Started>(start: () => Promise<Started>) =>
    wasm === undefined ? () => Promise.reject(new Error('This browser has no WebAssembly.')) : start;
  return startReader({
    wasm: needsWasm(() => startZxingWasm({ url: zxingUrl })),
    second: needsWasm(() => startZbar(zbarUrl)),
    native: () => startNative(BarcodeDetector),
    blurred: blurredEngine,
    script: async () => (await import('./zxing-js.ts')).startZxingJs(),
  });
}
