import {
  setModuleArgs,
  ZBarConfigType,
  ZBarImage,
  ZBarScanner,
  type ZBarSymbol,
  ZBarSymbolType,
} from '@undecaf/zbar-wasm';
import type { Point, ScanFormat } from '../decode-protocol.ts';
import type { Engine, EngineReading } from './engine.ts';
import { GUARDS } from './guards.ts';

/** Without ITF: it reads parts of such codes as whole ones, on many lines. */
const SYMBOL_OF = {
  QRCode: ZBarSymbolType.ZBAR_QRCODE,
  Code128: ZBarSymbolType.ZBAR_CODE128,
  EAN13: ZBarSymbolType.ZBAR_EAN13,
  Code39: ZBarSymbolType.ZBAR_CODE39,
  Codabar: ZBarSymbolType.ZBAR_CODABAR,
  EAN8: ZBarSymbolType.ZBAR_EAN8,
} as const satisfies Partial<Record<ScanFormat, ZBarSymbolType>>;
type ZbarFormat = keyof typeof SYMBOL_OF;
const ASCII = /^[\t\n\r\x20-\x7e]*$/;
const ZBAR_FORMATS = Object.keys(SYMBOL_OF) as ZbarFormat[];

/**
 * Starts zbar in WebAssembly: it reads bar and QR codes that zxing cannot, but misreads more often.
 * @param url its WebAssembly on this origin; Node finds its own
 * @throws Error if WebAssembly is not available or the file cannot be loaded
 */
export async function startZbar(url?: string): Promise<Engine> {
  if (url !== undefined) setModuleArgs({ locateFile: () => url });
  const scanners = new Map<string, Promise<ZBarScanner>>();
  await ZBarScanner.create();
  return {
    name: 'zbar',
    formats: ZBAR_FORMATS,
    async read({ values, width, height }, formats) {
      const supported = ZBAR_FORMATS.filter((format) => formats.includes(format));
      if (supported.length === 0) return [];
      const scanner = scanners.get(supported.join()) ?? scannerFor(supported);
      scanners.set(supported.join(), scanner);
      const image = await ZBarImage.createFromGrayBuffer(width, height, values.buffer);
      try {
        (await scanner).scan(image);
        return image.getSymbols().flatMap(readingOf);
      } finally {
        image.destroy();
      }
    },
  };
}

async function scannerFor(formats: readonly ZbarFormat[]): Promise<ZBarScanner> {
  const scanner = await ZBarScanner.create();
  scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0);
  for (const format of formats) scanner.setConfig(SYMBOL_OF[format], ZBarConfigType.ZBAR_CFG_ENABLE, 1);
  /*
   * If UPC-E is disabled, it reports such a code as an EAN-13 with zeros that were never printed.
   * If enabled, it reports the true type, which is then dropped.
   */
  if (formats.includes('EAN13')) scanner.setConfig(ZBarSymbolType.ZBAR_UPCE, ZBarConfigType.ZBAR_CFG_ENABLE, 1);
  return scanner;
}

/**
 * The quality of bars is the number of lines with the same result. The points are where lines
 * crossed the bars, so the position is imprecise.
 */
function readingOf(symbol: ZBarSymbol): EngineReading[] {
  const format = ZBAR_FORMATS.find((supported) => SYMBOL_OF[supported] === symbol.type);
  if (!format) return [];
  const firm = symbol.quality >= (GUARDS.zbarFirmLines[format] ?? Number.POSITIVE_INFINITY);
  const text = symbol.decode();
  /* It misreads UTF-8 as another encoding, so only QR codes in plain ASCII are accepted. */
  if (format === 'QRCode' && !ASCII.test(text)) return [];
  return [{ text, format, outline: format === 'QRCode' ? symbol.points : boxAround(symbol.points), firm }];
}

function boxAround(points: readonly Point[]): Point[] {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
