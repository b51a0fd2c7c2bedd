import { deflateSync } from 'node:zlib';
import { seededRandom } from '../../../src/sandbox/faults.ts';
import { type Kind, shapeOf } from '../../support/shapes.ts';

/** A photo of a card on a table, drawn: what it shows, and what it makes hard to read. */
export interface Photo {
  readonly kind: Kind;
  readonly text: string;
  /** Pixels to a module, as seen from straight above. */
  readonly scale: number;
  /** Turned by this, to the right. */
  readonly degrees: number;
  /** How much nearer the bottom of the picture is to the camera than its top: 0 from straight above. */
  readonly tilt: number;
  /** Radius over which each pixel is smeared, pixels. */
  readonly blur: number;
  /** How far a pixel may be off, of 255. */
  readonly noise: number;
  /** How much of the light is left at the right edge. */
  readonly light: number;
}

interface Picture {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

const WIDTH = 1024;
const HEIGHT = 768;
const CARD = 238;
const INK = 28;
const TABLE = 128;

const photo = (kind: Kind, text: string, hard: Partial<Photo> = {}): Photo => ({
  kind,
  text,
  scale: kind === 'qr' ? 9 : 3,
  degrees: 0,
  tilt: 0,
  blur: 0,
  noise: 6,
  light: 1,
  ...hard,
});

const LINK = 'https://vouchers.example/v/0c9b7a52-6f0e-4a6b-9d0e-5b1f3d2a7c11';

/** Twenty photos of what tills read: each kind of code, lying as people hold it, in the light that shops have. */
export const PHOTOS: readonly Photo[] = [
  photo('qr', '1000000050'),
  photo('qr', LINK, { scale: 7, degrees: 12 }),
  photo('qr', '7KQ2M9XW4ZP3', { degrees: 45, noise: 20 }),
  photo('qr', LINK, { scale: 7, tilt: 0.35 }),
  photo('qr', '1000000100', { tilt: 0.5, degrees: -20, light: 0.5 }),
  photo('qr', LINK, { scale: 6, blur: 1, light: 0.4 }),
  photo('qr', '3000000004', { scale: 5, blur: 1, noise: 25 }),
  photo('qr', 'AB123456789', { degrees: 180, light: 0.25 }),
  photo('code128', '1000000050'),
  photo('code128', '000101', { degrees: 8 }),
  photo('code128', 'AB123456789', { degrees: 90 }),
  photo('code128', '1000000100', { tilt: 0.3, light: 0.5 }),
  photo('code128', '7KQ2M9XW4ZP3', { blur: 1, noise: 12 }),
  photo('code128', '000500', { scale: 4, degrees: 180, light: 0.3 }),
  photo('code128', '3000000001', { scale: 4, degrees: -15, tilt: 0.2, blur: 1 }),
  photo('ean13', '4006381333931'),
  photo('ean13', '9780201379624', { degrees: 6, light: 0.5 }),
  photo('ean13', '5901234123457', { scale: 4, tilt: 0.3, blur: 1 }),
  photo('ean13', '0012345678905', { scale: 4, degrees: 90, noise: 15 }),
  photo('ean13', '4012345678901', { scale: 4, degrees: 180, light: 0.4, blur: 1 }),
];

/** Draws a photo. @returns a PNG; the same one for the same photo */
export async function draw({ kind, text, scale, degrees, tilt, blur, noise, light }: Photo): Promise<Uint8Array<ArrayBuffer>> {
  const shape = await shapeOf(kind, text);
  const modules = new Uint8Array(shape.width * shape.height).fill(CARD);
  for (const { x, y, width, height } of shape.black) {
    for (let row = y; row < y + height; row++) modules.fill(INK, row * shape.width + x, row * shape.width + x + width);
  }
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  /* Draws at twice the resolution, because edges in a photo have no steps. */
  const sharp = pictureOf(WIDTH * 2, HEIGHT * 2, (column, row) => {
    const u = (column + 0.5) / 2 - WIDTH / 2;
    const v = (row + 0.5) / 2 - HEIGHT / 2;
    const depth = 1 - (tilt * v) / HEIGHT;
    const x = u * depth;
    const y = v * depth;
    const left = (x * cos + y * sin) / scale + shape.width / 2;
    const top = (y * cos - x * sin) / scale + shape.height / 2;
    if (left < 0 || top < 0 || left >= shape.width || top >= shape.height) return TABLE;
    return modules[Math.floor(top) * shape.width + Math.floor(left)] ?? CARD;
  });
  const smeared = smear(halved(sharp), blur);
  const random = seededRandom(text.length * 1_000 + degrees + 360);
  const seen = pictureOf(WIDTH, HEIGHT, (column, row) => {
    const lit = (smeared.values[row * WIDTH + column] ?? 0) * (1 - ((1 - light) * column) / WIDTH);
    return lit + (random() - 0.5) * 2 * noise;
  });
  return png(seen);
}

function pictureOf(width: number, height: number, valueAt: (column: number, row: number) => number): Picture {
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; row++) for (let column = 0; column < width; column++) values[row * width + column] = valueAt(column, row);
  return { values, width, height };
}

/** Four pixels become one. */
function halved({ values, width, height }: Picture): Picture {
  return pictureOf(width / 2, height / 2, (column, row) => {
    const at = row * 2 * width + column * 2;
    return ((values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + width] ?? 0) + (values[at + width + 1] ?? 0)) / 4;
  });
}

/** Each pixel becomes the mean of those around it. */
function smear(picture: Picture, radius: number): Picture {
  if (radius === 0) return picture;
  const { values, width, height } = picture;
  return pictureOf(width, height, (column, row) => {
    let sum = 0;
    let count = 0;
    for (let y = Math.max(row - radius, 0); y <= Math.min(row + radius, height - 1); y++) {
      for (let x = Math.max(column - radius, 0); x <= Math.min(column + radius, width - 1); x++) {
        sum += values[y * width + x] ?? 0;
        count += 1;
      }
    }
    return sum / count;
  });
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** A grey picture as PNG. */
function png({ values, width, height }: Picture): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  /* Eight bits of grey. */
  header[8] = 8;
  const lines = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      lines[row * (width + 1) + column + 1] = Math.min(255, Math.max(0, Math.round(values[row * width + column] ?? 0)));
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(lines, { level: 1 })), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  let crc = 0xffffffff;
  for (const byte of body) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  around.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
