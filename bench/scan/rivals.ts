/// <reference types="vite/client" />
import { getDefaultScanner, scanImageData, setModuleArgs } from '@undecaf/zbar-wasm';
import zbarUrl from '@undecaf/zbar-wasm/dist/zbar.wasm?url';
import { BrowserMultiFormatReader } from '@zxing/browser';
import jsQR from 'jsqr';
import { readBarcodes, setZXingModuleOverrides } from 'zxing-wasm/reader';
import zxingUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads the texts of all codes in a picture. */
export type TextReader = (picture: ImageData) => Promise<readonly string[]>;

declare global {
  interface Window {
    /** Other engines with their default options. */
    rivals: Readonly<Record<string, TextReader>>;
  }
}

setModuleArgs({ locateFile: () => zbarUrl });
setZXingModuleOverrides({ locateFile: () => zxingUrl });
const zxingBrowser = new BrowserMultiFormatReader();

window.rivals = {
  '@zxing/browser': (picture) => Promise.resolve(zxingBrowserTexts(picture)),
  'zxing-wasm': async (picture) => (await readBarcodes(picture)).filter(({ isValid }) => isValid).map(({ text }) => text),
  'zbar-wasm': async (picture) => (await scanImageData(picture, await getDefaultScanner())).map((symbol) => symbol.decode()),
  jsQR: (picture) => Promise.resolve([jsQR(picture.data, picture.width, picture.height)?.data ?? []].flat()),
};

/** It needs a canvas, and throws if it finds no code. */
function zxingBrowserTexts(picture: ImageData): string[] {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  try {
    return [zxingBrowser.decodeFromCanvas(canvas).getText()];
  } catch {
    return [];
  }
}
