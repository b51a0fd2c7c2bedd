import type { DrawingContext } from 'bwip-js/generic';
import { encodeQR } from 'qr';

/** A code as black shapes on white, in modules (the narrowest line of the code). */
export interface CodeShape {
  readonly width: number;
  readonly height: number;
  readonly black: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
}

/** The white margin that scanners need: four modules around QR, ten at each end of bars. */
const QUIET = { qr: 4, bars: 10 } as const;
const BARS_HEIGHT = 40;

/** A QR code of a text with its quiet zone; error correction M, enough for paper and screens. */
export function qrShape(text: string): CodeShape {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET.qr });
  const black = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [{ x, y, width: 1, height: 1 }] : [])));
  return { width: rows.length, height: rows.length, black };
}

/**
 * A Code 128 bar code of a text with its quiet zones.
 *
 * The encoder is loaded on first use.
 */
export async function barShape(text: string): Promise<CodeShape> {
  const { code128 } = await import('bwip-js/generic');
  const bars = code128({ bcid: 'code128', text, scale: 1 }, collectBars());
  const end = Math.max(...bars.map(({ x, width }) => x + width));
  return {
    width: end + 2 * QUIET.bars,
    height: BARS_HEIGHT,
    black: bars.map(({ x, width }) => ({ x: x + QUIET.bars, y: 0, width, height: BARS_HEIGHT })),
  };
}

/**
 * A drawing surface that collects the bars: vertical lines, each given by its centre rounded up.
 */
function collectBars(): DrawingContext<{ x: number; width: number }[]> {
  const bars: { x: number; width: number }[] = [];
  const nothing = () => undefined;
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: nothing,
    line: (x, _y0, _x1, _y1, width) => bars.push({ x: x - Math.ceil(width / 2), width }),
    polygon: nothing,
    hexagon: nothing,
    ellipse: nothing,
    fill: nothing,
    text: nothing,
    end: () => bars,
  };
}
