import { encodeQR } from 'qr';
import type { CodeShape } from './code-shapes.ts';

/** The white margin that scanners need around the code, in modules. */
const QUIET = 4;

/** A QR code of a text with its quiet zone; error correction M, enough for paper and screens. */
export function qrShape(text: string): CodeShape {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const black = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [{ x, y, width: 1, height: 1 }] : [])));
  return { width: rows.length, height: rows.length, black };
}
