import { type BitArray, Code128Reader, NotFoundException } from '@zxing/library';

/**
 * The three start patterns of Code 128, as widths of bars and spaces in modules, with the library's
 * numbers.
 */
const STARTS: readonly (readonly [code: number, widths: readonly number[]])[] = [
  [103, [2, 1, 1, 4, 1, 2]],
  [104, [2, 1, 1, 2, 1, 4]],
  [105, [2, 1, 1, 2, 3, 2]],
];
const MODULES = 11;
/**
 * Maximum deviation of widths, in modules: of each one, and on average per module.
 *
 * The library's own values.
 */
const DEVIATION_MAX = 0.7;
const MEAN_DEVIATION_MAX = 0.25;

/**
 * Fixes the library's Code 128 reader (0.21.3). Its search for the start pattern loses two of its
 * six counters at every step, so it fails if anything dark is left of the code. Codes of digits
 * only are then never read.
 */
export function fixCode128(): void {
  Object.assign(Code128Reader, { findStartPattern });
}

/** @returns the begin and end of the first start pattern of a row, and its number */
function findStartPattern(row: BitArray): Int32Array {
  const edges = edgesOf(row);
  for (let first = 0; first + 6 < edges.length; first += 2) {
    const from = edges[first] ?? 0;
    const to = edges[first + 6] ?? 0;
    const code = startCodeOf(edges.slice(first, first + 7), (to - from) / MODULES);
    const quiet = Math.max(0, Math.floor(from - (to - from) / 2));
    if (code !== null && row.isRange(quiet, from, false)) return Int32Array.of(from, to, code);
  }
  throw new NotFoundException();
}

/** Positions of the colour changes in a row: first to black, then to white, and so on. */
function edgesOf(row: BitArray): number[] {
  const edges: number[] = [];
  let at = row.getNextSet(0);
  while (at < row.getSize()) {
    edges.push(at);
    at = edges.length % 2 === 1 ? row.getNextUnset(at) : row.getNextSet(at);
  }
  return edges;
}

function startCodeOf(edges: readonly number[], module: number): number | null {
  if (module < 1) return null;
  let best: number | null = null;
  let bestOff = MEAN_DEVIATION_MAX * MODULES;
  for (const [code, widths] of STARTS) {
    const offs = widths.map((width, index) =>
      Math.abs(((edges[index + 1] ?? 0) - (edges[index] ?? 0)) / module - width),
    );
    const off = offs.reduce((sum, each) => sum + each, 0);
    if (off < bestOff && Math.max(...offs) <= DEVIATION_MAX) {
      best = code;
      bestOff = off;
    }
  }
  return best;
}
