import type { DrawingContext } from 'bwip-js/generic';

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

/** The white margin that scanners need at each end of the bars, in modules. */
const QUIET = 10;
const BARS_HEIGHT = 40;

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
    width: end + 2 * QUIET,
    height: BARS_HEIGHT,
    black: bars.map(({ x, width }) => ({ x: x + QUIET, y: 0, width, height: BARS_HEIGHT })),
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
