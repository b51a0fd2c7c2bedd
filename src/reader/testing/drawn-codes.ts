import bwipjs from 'bwip-js/generic';
import type { Shape } from './pictures.ts';

const QUIET = 10;
const HEIGHT = 40;

/** Codes of types that the app never draws, with quiet zones. `name`: that of bwip-js. */
export function drawnCode(
  kind:
    | 'azteccode'
    | 'pdf417'
    | 'upce'
    | 'upca'
    | 'ean13'
    | 'ean8'
    | 'code39'
    | 'rationalizedCodabar'
    | 'interleaved2of5',
  text: string,
): Shape {
  const [code] = bwipjs.raw({ bcid: kind, text });
  if (code === undefined) throw new Error(`${kind} cannot hold ${text}.`);
  return 'pixs' in code ? squares(code.pixs, code.pixx) : bars(code.sbs);
}

/** @param modules row by row, 1 is black */
function squares(modules: readonly number[], columns: number): Shape {
  const black = modules.flatMap((module, at) =>
    module === 1 ? [{ x: (at % columns) + QUIET, y: Math.floor(at / columns) + QUIET, width: 1, height: 1 }] : [],
  );
  return { width: columns + 2 * QUIET, height: modules.length / columns + 2 * QUIET, black };
}

/** @param widths of bars and spaces, alternating */
function bars(widths: readonly number[]): Shape {
  let x = QUIET;
  const black = widths.flatMap((width, index) => {
    const bar = { x, y: 0, width, height: HEIGHT };
    x += width;
    return index % 2 === 0 ? [bar] : [];
  });
  return { width: x + QUIET, height: HEIGHT, black };
}

/** Two codes next to each other on one card. */
export function besideEachOther(left: Shape, right: Shape): Shape {
  const moved = right.black.map((rect) => ({ ...rect, x: rect.x + left.width }));
  return {
    width: left.width + right.width,
    height: Math.max(left.height, right.height),
    black: [...left.black, ...moved],
  };
}
