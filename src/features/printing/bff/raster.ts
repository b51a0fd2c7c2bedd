import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';
import { type Raster, rasterSchema, withoutCommands } from '../contract/printing.ts';

/**
 * Dots in a printer's format: rows of `width / 8` bytes from the top, a set bit is black, the
 * highest bit is the leftmost dot.
 */
export interface Dots {
  readonly width: number;
  readonly rows: number;
  readonly bytes: Buffer;
}

/**
 * Decodes a page's drawing, with a size limit as declared.
 * @throws Problem 400 `bad-request` for dots that are unreadable, differ from the declared size, or
 * are all white
 */
export function dotsOf({ width, rows, dots }: Raster): Dots {
  const size = (width / 8) * rows;
  const bytes = inflate(dots, size);
  if (bytes?.length !== size) throw unreadable();
  if (bytes.every((byte) => byte === 0)) throw unreadable();
  withoutCommands(bytes);
  return { width, rows, bytes };
}

/** A decompression bomb is cut off at the size of the document. */
function inflate(dots: string, size: number): Buffer | null {
  try {
    return inflateRawSync(Buffer.from(dots, 'base64'), { maxOutputLength: size });
  } catch {
    /* The error has no useful information. */
    return null;
  }
}

const deflated = promisify<Buffer, Buffer>(deflateRaw);

/** The format that a page would send, compressed outside the main thread. */
export async function packRaster({ width, rows, bytes }: Dots): Promise<Raster> {
  return rasterSchema.parse({ width, rows, dots: (await deflated(bytes)).toString('base64') });
}

/** Stacks two drawings of the same width. */
export function stackDots(above: Dots, below: Dots): Dots {
  return { width: below.width, rows: above.rows + below.rows, bytes: Buffer.concat([above.bytes, below.bytes]) };
}

function unreadable(): Problem {
  const message = '"raster" contains no printable dots.';
  return refuse('bad-request', { message, details: { field: 'raster' } });
}
