import {
  BrowserAztecCodeReader,
  BrowserDatamatrixCodeReader,
  BrowserMultiFormatOneDReader,
  BrowserQRCodeReader,
} from '@zxing/browser';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  PDF417Reader,
  type Result,
  RGBLuminanceSource,
} from '@zxing/library';
import type { ScanFormat } from '../decode-protocol.ts';
import type { Engine, EngineReading } from './engine.ts';
import { isBars } from './guards.ts';
import { halved, type Luma, rotated90 } from './luma.ts';
import { fixCode128 } from './zxing-code128.ts';

/*
 * The @zxing engine, for browsers without WebAssembly. Its readers are called one by one on our own
 * brightness values. This avoids its loops and canvases, which need a document, and its console
 * output for every picture without a code. The library cannot rotate such a source (it throws), so
 * the quarter turn for vertical bar codes is made here.
 */
const ONE_D: Readonly<Partial<Record<ScanFormat, BarcodeFormat>>> = {
  Code128: BarcodeFormat.CODE_128,
  EAN13: BarcodeFormat.EAN_13,
  Code39: BarcodeFormat.CODE_39,
  Codabar: BarcodeFormat.CODABAR,
  EAN8: BarcodeFormat.EAN_8,
  ITF: BarcodeFormat.ITF,
};
const FORMAT_OF = new Map<BarcodeFormat, ScanFormat>([
  [BarcodeFormat.QR_CODE, 'QRCode'],
  [BarcodeFormat.DATA_MATRIX, 'DataMatrix'],
  [BarcodeFormat.PDF_417, 'PDF417'],
  [BarcodeFormat.CODE_128, 'Code128'],
  [BarcodeFormat.EAN_13, 'EAN13'],
  [BarcodeFormat.CODE_39, 'Code39'],
  [BarcodeFormat.AZTEC, 'Aztec'],
  [BarcodeFormat.CODABAR, 'Codabar'],
  [BarcodeFormat.EAN_8, 'EAN8'],
  [BarcodeFormat.ITF, 'ITF'],
]);
/**
 * Codes with large modules, and blurred or noisy ones, are read in a smaller copy. Below this
 * number of pixels, nothing is readable.
 */
const PYRAMID = { levels: 3, sideMin: 150 } as const;

type Read = (bitmap: BinaryBitmap) => Result;
interface Readers {
  readonly square: readonly Read[];
  readonly bars: Read | null;
}

/** Starts the engine that needs only JavaScript. */
export function startZxingJs(): Engine {
  fixCode128();
  const readersOf = new Map<string, Readers>();
  return {
    name: 'zxing-js',
    formats: [...FORMAT_OF.values()],
    read(picture, formats) {
      const readers = readersOf.get(formats.join()) ?? readersFor(formats);
      readersOf.set(formats.join(), readers);
      return Promise.resolve(readPyramid(picture, readers));
    },
  };
}

function readersFor(formats: readonly ScanFormat[]): Readers {
  const square: Read[] = [];
  const harder = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]]);
  const using = (reader: { decodeBitmap(bitmap: BinaryBitmap): Result }) => (bitmap: BinaryBitmap) =>
    reader.decodeBitmap(bitmap);
  if (formats.includes('QRCode')) square.push(using(new BrowserQRCodeReader(harder)));
  if (formats.includes('DataMatrix')) square.push(using(new BrowserDatamatrixCodeReader(harder)));
  if (formats.includes('Aztec')) square.push(using(new BrowserAztecCodeReader(harder)));
  if (formats.includes('PDF417')) square.push((bitmap) => new PDF417Reader().decode(bitmap, harder));
  const oneD = formats.filter((format) => isBars({ format })).flatMap((format) => ONE_D[format] ?? []);
  // Not `TRY_HARDER`: it scans every row instead of 25, takes five times as long on a picture
  // without a code, and hardly reads more.
  const bars = new Map<DecodeHintType, unknown>([[DecodeHintType.POSSIBLE_FORMATS, oneD]]);
  return { square, bars: oneD.length > 0 ? using(new BrowserMultiFormatOneDReader(bars)) : null };
}

/**
 * Finds at most one code: square codes first, then horizontal and vertical bars; then the same in a
 * copy of half the size, and of a quarter.
 */
function readPyramid(picture: Luma, { square, bars }: Readers): EngineReading[] {
  let level = picture;
  for (
    let count = 0;
    count < PYRAMID.levels && Math.min(level.width, level.height) >= (count === 0 ? 1 : PYRAMID.sideMin);
    count++
  ) {
    const bitmap = bitmapOf(level);
    for (const read of bars ? [...square, bars] : square) {
      const reading = attempt(read, bitmap, 2 ** count);
      if (reading) return [reading];
    }
    const upright = bars && attempt(bars, bitmapOf(rotated90(level)), 2 ** count);
    if (upright) return [{ ...upright, outline: [] }];
    level = halved(level);
  }
  return [];
}

/**
 * The library throws if it finds no code, and on some noisy pictures because of its own bugs: both
 * count as no result.
 */
function attempt(read: Read, bitmap: BinaryBitmap, scale: number): EngineReading | null {
  try {
    const result = read(bitmap);
    const format = FORMAT_OF.get(result.getBarcodeFormat());
    if (!format) return null;
    const outline = isBars({ format })
      ? []
      : result.getResultPoints().map((point) => ({ x: point.getX() * scale, y: point.getY() * scale }));
    return { text: result.getText(), format, outline, firm: false };
  } catch {
    return null;
  }
}

function bitmapOf({ values, width, height }: Luma): BinaryBitmap {
  return new BinaryBitmap(
    new HybridBinarizer(new RGBLuminanceSource(new Uint8ClampedArray(values.buffer), width, height)),
  );
}
