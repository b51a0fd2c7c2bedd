import { DOTS, type PrintWidth, type Raster, withoutCommands } from '../contract/printing.ts';

/**
 * A printout as dots: rows of `width / 8` bytes from the top; a set bit is black, the highest bit
 * is the leftmost dot.
 */
export interface DocumentDots {
  readonly width: Raster['width'];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Lighter pixels are white; a little more than half, because thin strokes of small letters are
 * grey.
 */
const WHITE_FROM = 160;

/**
 * Packs pixels (red, green, blue, opacity) of whole rows into dots; transparent pixels are on
 * white.
 */
export function packPixels(pixels: Uint8ClampedArray, width: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pixels.length / 32);
  for (let dot = 0; dot < pixels.length / 4; dot += 1) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(dot * 4, dot * 4 + 4);
    const light = 255 - ((255 - (red * 3 + green * 6 + blue) / 10) * opacity) / 255;
    if (light < WHITE_FROM) bytes[dot >> 3] = (bytes[dot >> 3] ?? 0) | (0x80 >> (dot & 7));
  }
  if (width % 8 !== 0) throw new RangeError('Rows of dots are whole bytes');
  return bytes;
}

/**
 * Joins bands of rows, without white at the end.
 *
 * Null if nothing is black.
 */
export function joinBands(width: PrintWidth, bands: readonly Uint8Array[]): DocumentDots | null {
  const dots = DOTS[width] === 384 ? 384 : 576;
  const stride = dots / 8;
  const all = new Uint8Array(bands.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const band of bands) {
    all.set(band, end);
    end += band.length;
  }
  const last = all.findLastIndex((byte) => byte !== 0);
  if (last === -1) return null;
  const bytes = all.slice(0, (Math.floor(last / stride) + 1) * stride);
  withoutCommands(bytes);
  return { width: dots, bytes };
}

/** The dots in the format of the request: deflated, in base64. */
export async function rasterOf({ width, bytes }: DocumentDots): Promise<Raster> {
  const deflating = new CompressionStream('deflate-raw');
  const writer = deflating.writable.getWriter();
  const [short] = await Promise.all([readAll(deflating.readable), writer.write(bytes).then(() => writer.close())]);
  let text = '';
  for (let at = 0; at < short.length; at += 0x80_00) text += String.fromCharCode(...short.subarray(at, at + 0x80_00));
  return { width, rows: (bytes.length * 8) / width, dots: btoa(text) };
}

async function readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The dots as pixels, for a screen that shows exactly what is printed. */
export function pixelsOf({ width, bytes }: DocumentDots): ImageData {
  const pixels = new ImageData(width, (bytes.length * 8) / width);
  const pixels32 = new Uint32Array(pixels.data.buffer);
  /* Opaque black sets one byte, whose position depends on the byte order; white sets all bytes. */
  const black = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0] ?? 0;
  pixels32.fill(0xff_ff_ff_ff);
  bytes.forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) pixels32[index * 8 + bit] = black;
  });
  return pixels;
}
