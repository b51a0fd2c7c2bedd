import { BrowserDatamatrixCodeReader, BrowserMultiFormatOneDReader, BrowserQRCodeReader } from '@zxing/browser';
import { BarcodeFormat, BinaryBitmap, DecodeHintType, HybridBinarizer, RGBLuminanceSource } from '@zxing/library';
import type { Decoded, ScanFormat } from './decoded.ts';
import { mendCode128 } from './zxing-code128.ts';

/*
 * The @zxing engine. Its readers are called one by one on brightness values of our own, which avoids its loops and canvases (they need a
 * document) and what it writes to the console for every picture without a code. Such a source cannot be turned by the library, whose own
 * turning throws, so the quarter turn for upright bar codes is made here.
 */
const ONE_D: Readonly<Partial<Record<ScanFormat, BarcodeFormat>>> = { Code128: BarcodeFormat.CODE_128, EAN13: BarcodeFormat.EAN_13 };
const FORMAT_OF = new Map<BarcodeFormat, ScanFormat>([
  [BarcodeFormat.QR_CODE, 'QRCode'],
  [BarcodeFormat.DATA_MATRIX, 'DataMatrix'],
  [BarcodeFormat.CODE_128, 'Code128'],
  [BarcodeFormat.EAN_13, 'EAN13'],
]);

interface Brightness {
  readonly values: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}
interface Reader {
  decodeBitmap(bitmap: BinaryBitmap): { getText(): string; getBarcodeFormat(): BarcodeFormat };
}

mendCode128();
const readersOf = new Map<string, { square: Reader[]; oneD: Reader | null }>();

/**
 * Looks for one code in a picture: square codes first, then bar codes, lying and upright.
 * @returns the code that was found, or nothing
 */
export function decodePixels(image: ImageData, formats: readonly ScanFormat[]): Decoded[] {
  const { square, oneD } = readersFor(formats);
  const upright = brightnessOf(image);
  const bitmap = bitmapOf(upright);
  for (const reader of oneD ? [...square, oneD] : square) {
    const decoded = attempt(reader, bitmap);
    if (decoded) return [decoded];
  }
  const turned = oneD && attempt(oneD, bitmapOf(quarterTurn(upright)));
  return turned ? [turned] : [];
}

function readersFor(formats: readonly ScanFormat[]): { square: Reader[]; oneD: Reader | null } {
  const key = formats.join();
  const known = readersOf.get(key);
  if (known) return known;
  const square: Reader[] = [];
  const harder = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]]);
  if (formats.includes('QRCode')) square.push(new BrowserQRCodeReader(harder));
  if (formats.includes('DataMatrix')) square.push(new BrowserDatamatrixCodeReader(harder));
  const oneD = formats.flatMap((format) => ONE_D[format] ?? []);
  // Not "harder" here: that looks at every row instead of 25, takes five times as long on a picture without a code and reads hardly more.
  const bars = new Map<DecodeHintType, unknown>([[DecodeHintType.POSSIBLE_FORMATS, oneD]]);
  const readers = { square, oneD: oneD.length > 0 ? new BrowserMultiFormatOneDReader(bars) : null };
  readersOf.set(key, readers);
  return readers;
}

/** The library throws for "no code here", and on some noisy pictures also by its own faults: both mean that this picture reads as nothing. */
function attempt(reader: Reader, bitmap: BinaryBitmap): Decoded | null {
  try {
    const result = reader.decodeBitmap(bitmap);
    const format = FORMAT_OF.get(result.getBarcodeFormat());
    return format ? { text: result.getText(), format } : null;
  } catch {
    return null;
  }
}

function bitmapOf({ values, width, height }: Brightness): BinaryBitmap {
  return new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(values, width, height)));
}

/** ITU-R BT.601 luma in integers; transparent pixels count as paper. */
function brightnessOf({ data, width, height }: ImageData): Brightness {
  const values = new Uint8ClampedArray(width * height);
  for (let pixel = 0, at = 0; pixel < values.length; pixel++, at += 4) {
    values[pixel] = data[at + 3] === 0 ? 255 : ((data[at] ?? 0) * 306 + (data[at + 1] ?? 0) * 601 + (data[at + 2] ?? 0) * 117) >> 10;
  }
  return { values, width, height };
}

function quarterTurn({ values, width, height }: Brightness): Brightness {
  const turned = new Uint8ClampedArray(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + height - 1 - y] = values[y * width + x] ?? 0;
  }
  return { values: turned, width: height, height: width };
}
