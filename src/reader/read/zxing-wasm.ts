import {
  BINARIZERS,
  CHARACTER_SETS,
  defaultReaderOptions,
  EAN_ADD_ON_SYMBOLS,
  encodeFormats,
  prepareZXingModule,
  TEXT_MODES,
  type ZXingReaderModule,
} from 'zxing-wasm/reader';
import type { ScanFormat } from '../decode-protocol.ts';
import type { Effort, Engine, EngineReading } from './engine.ts';
import { GUARDS } from './guards.ts';
import type { Luma } from './luma.ts';

/**
 * `QRCode` would include Micro QR, and `Aztec` its runes, which are often found in noise.
 *
 * UPC-A is EAN-13 that begins with 0.
 */
const FORMAT_NAMES = {
  QRCode: 'QRCodeModel2',
  DataMatrix: 'DataMatrix',
  PDF417: 'PDF417',
  Code128: 'Code128',
  EAN13: 'EAN13',
  Aztec: 'AztecCode',
  Code39: 'Code39Std',
  Code39Ext: 'Code39Ext',
  Codabar: 'Codabar',
  ITF: 'ITF',
  EAN8: 'EAN8',
  UPCA: 'EAN13',
} as const satisfies Record<ScanFormat, string>;
const FORMAT_OF: Readonly<Record<string, ScanFormat>> = {
  QRCode: 'QRCode',
  QRCodeModel2: 'QRCode',
  DataMatrix: 'DataMatrix',
  PDF417: 'PDF417',
  Code128: 'Code128',
  EAN13: 'EAN13',
  UPCA: 'EAN13',
  ISBN: 'EAN13',
  Code39: 'Code39',
  Code39Std: 'Code39',
  Code39Ext: 'Code39Ext',
  Aztec: 'Aztec',
  AztecCode: 'Aztec',
  Codabar: 'Codabar',
  EAN8: 'EAN8',
  ITF: 'ITF',
  ITF14: 'ITF',
};
/*
 * With one symbol it stops as soon as `minLineCount` lines agree, which is fast. That count is the
 * guard, and makes its results firm.
 */
const OPTIONS = {
  ...defaultReaderOptions,
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  minLineCount: GUARDS.minLineCount,
  binarizer: BINARIZERS.indexOf('LocalAverage'),
  eanAddOnSymbol: EAN_ADD_ON_SYMBOLS.indexOf('Ignore'),
  textMode: TEXT_MODES.indexOf('Plain'),
  characterSet: CHARACTER_SETS.indexOf('Unknown'),
};

const FIRST_CODE: Effort = { most: 1, isEnlarged: false };

/**
 * The declarations that its types expect from a package of global types: memory, and results that
 * have to be released.
 */
interface WasmMemory {
  _malloc(size: number): number;
  _free(at: number): void;
  readonly HEAPU8: Uint8Array;
}
interface Deletable {
  delete(): void;
}
type ReaderModule = ZXingReaderModule & WasmMemory;

/** The source of the engine's WebAssembly: an address on this origin, or its bytes. */
export type WasmSource = { readonly url: string } | { readonly bytes: ArrayBuffer };

/**
 * Starts zxing-cpp in WebAssembly. Pictures are passed as brightness values, in memory that is
 * reused.
 * @throws Error if WebAssembly is not available or the file cannot be loaded
 */
export async function startZxingWasm(source: WasmSource): Promise<Engine> {
  const overrides = 'url' in source ? { locateFile: () => source.url } : { wasmBinary: source.bytes };
  const module = (await prepareZXingModule({ overrides: overrides, fireImmediately: true })) as ReaderModule;
  const memory = createMemory(module);
  return {
    name: 'zxing-wasm',
    formats: Object.keys(FORMAT_NAMES) as ScanFormat[],
    read: (picture, formats, effort) =>
      Promise.resolve(readWith(module, memory(picture), picture, formats, effort ?? FIRST_CODE)),
  };
}

function readWith(
  module: ReaderModule,
  at: number,
  { width, height }: Luma,
  formats: readonly ScanFormat[],
  effort: Effort,
): EngineReading[] {
  if (formats.length === 0) return [];
  const encoded = encodeFormats([...new Set(formats.map((format) => FORMAT_NAMES[format]))]);
  const options = { ...OPTIONS, formats: encoded, maxNumberOfSymbols: effort.most, tryDownscale: !effort.isEnlarged };
  const found = module.readBarcodesFromPixmap(at, width, height, options) as ReturnType<
    ReaderModule['readBarcodesFromPixmap']
  > &
    Deletable;
  const readings: EngineReading[] = [];
  for (let index = 0; index < found.size(); index++) {
    const code = found.get(index);
    const format = code && FORMAT_OF[code.format];
    if (!code?.isValid || !format) continue;
    const { topLeft, topRight, bottomRight, bottomLeft } = code.position;
    readings.push({ text: code.text, format, outline: [topLeft, topRight, bottomRight, bottomLeft], firm: true });
  }
  found.delete();
  return readings;
}

/** Copies pictures to the engine's memory, always to the same place, which grows if necessary. */
function createMemory(module: ReaderModule): (picture: Luma) => number {
  const { ['_malloc']: allocate, ['_free']: free } = module;
  let at = 0;
  let size = 0;
  return ({ values }) => {
    if (values.length > size) {
      free(at);
      at = allocate(values.length);
      size = at === 0 ? 0 : values.length;
      if (at === 0) throw new Error('The engine has no memory left for a picture.');
    }
    module.HEAPU8.set(values, at);
    return at;
  };
}
