import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Dots } from './raster.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One bit of grey for each dot; nothing is interlaced. */
const KIND = [1, 0, 0, 0, 0];

const deflated = promisify<Buffer, Buffer>(deflate);

/** Dots as a PNG of one bit per dot, packed beside the thread that takes money: a paper may be metres long. */
export async function pngOf({ width, rows, bytes }: Dots): Promise<Buffer> {
  const stride = width / 8;
  const lines = Buffer.alloc((stride + 1) * rows);
  for (let row = 0; row < rows; row += 1) {
    /* Each line begins with its filter, which is none; in a PNG a set bit is white. */
    for (let at = 0; at < stride; at += 1) lines[row * (stride + 1) + 1 + at] = ~(bytes[row * stride + at] ?? 0) & 0xff;
  }
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(rows, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, Buffer.from(KIND)])),
    chunk('IDAT', await deflated(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
