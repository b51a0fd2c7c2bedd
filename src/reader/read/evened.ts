import type { Luma } from './luma.ts';

/** Side of the squares whose darkest and lightest values are measured, pixels. */
const BLOCK = 32;
/** This share of the darkest and of the lightest pixels counts as noise. */
const NOISE_SHARE = 0.04;
/** A square with less contrast is plain paper: stretching it would only amplify its grain. */
const CONTRAST_MIN = 24;

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/**
 * Evens out the contrast: shadows and glare are stretched to black and white relative to their
 * surroundings.
 */
export function evened(picture: Luma): Luma {
  const { values, width, height } = picture;
  const { dark, light } = extremes(picture);
  const darkest = spread(dark, Math.min);
  const lightest = spread(light, Math.max);
  const even = new Uint8ClampedArray(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const low = smooth(darkest, x, y);
      even[at] = (((values[at] ?? 0) - low) * 255) / Math.max(CONTRAST_MIN, smooth(lightest, x, y) - low);
    }
  }
  return { values: new Uint8Array(even.buffer), width, height };
}

/** The darkest and the lightest value of each square, without noise. */
function extremes({ values, width, height }: Luma): { readonly dark: Grid; readonly light: Grid } {
  const columns = Math.ceil(width / BLOCK);
  const rows = Math.ceil(height / BLOCK);
  const dark = { columns, rows, values: new Float32Array(columns * rows) };
  const light = { columns, rows, values: new Float32Array(columns * rows) };
  const counts = new Uint32Array(256);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      counts.fill(0);
      const right = Math.min(width, (column + 1) * BLOCK);
      const bottom = Math.min(height, (row + 1) * BLOCK);
      for (let y = row * BLOCK; y < bottom; y++) {
        for (let x = column * BLOCK; x < right; x++) {
          const value = values[y * width + x] ?? 0;
          counts[value] = (counts[value] ?? 0) + 1;
        }
      }
      const noise = (right - column * BLOCK) * (bottom - row * BLOCK) * NOISE_SHARE;
      dark.values[row * columns + column] = firstAbove(counts, noise, 0, 1);
      light.values[row * columns + column] = firstAbove(counts, noise, 255, -1);
    }
  }
  return { dark, light };
}

function firstAbove(counts: Uint32Array, noise: number, from: number, step: 1 | -1): number {
  let value = from;
  for (let seen = counts[value] ?? 0; seen < noise; seen += counts[value] ?? 0) value += step;
  return value;
}

/**
 * Gives each square the extreme of itself and its neighbours, so that a code larger than a square
 * keeps its white.
 */
function spread({ columns, rows, values }: Grid, extreme: (a: number, b: number) => number): Grid {
  const wide = new Float32Array(values);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let value = values[row * columns + column] ?? 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          value = extreme(value, values[y * columns + x] ?? 0);
      }
      wide[row * columns + column] = value;
    }
  }
  return { columns, rows, values: wide };
}

/** Interpolates the value at a pixel from the centres of the four squares around it. */
function smooth({ columns, rows, values }: Grid, x: number, y: number): number {
  const u = Math.min(Math.max((x + 0.5) / BLOCK - 0.5, 0), columns - 1);
  const v = Math.min(Math.max((y + 0.5) / BLOCK - 0.5, 0), rows - 1);
  const column = Math.floor(u);
  const row = Math.floor(v);
  const right = column + 1 < columns ? 1 : 0;
  const below = row + 1 < rows ? columns : 0;
  const at = row * columns + column;
  const upper = (values[at] ?? 0) * (1 - u + column) + (values[at + right] ?? 0) * (u - column);
  const lower = (values[at + below] ?? 0) * (1 - u + column) + (values[at + below + right] ?? 0) * (u - column);
  return upper * (1 - v + row) + lower * (v - row);
}
