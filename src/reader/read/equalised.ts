import type { Luma } from './luma.ts';

/** Number of tiles across and down; each is equalised separately. */
const TILES = 8;
/**
 * The limit for any value of a tile, as a multiple of its average count. Without it, noise would
 * dominate.
 */
const CLIP = 3;
const VALUES = 256;

/**
 * Equalises the brightness in every part of the picture (CLAHE), so that pale bars under glare
 * stand out. It also amplifies noise, so its results need a confirmation.
 */
export function equalised(picture: Luma): Luma {
  const { values, width, height } = picture;
  const tileWidth = Math.ceil(width / TILES);
  const tileHeight = Math.ceil(height / TILES);
  const curves = curvesOf(picture, tileWidth, tileHeight);
  const equal = new Uint8Array(values.length);
  for (let y = 0; y < height; y++) {
    const v = Math.min(Math.max((y + 0.5) / tileHeight - 0.5, 0), TILES - 1);
    const above = Math.floor(v);
    const below = Math.min(above + 1, TILES - 1);
    for (let x = 0; x < width; x++) {
      const u = Math.min(Math.max((x + 0.5) / tileWidth - 0.5, 0), TILES - 1);
      const left = Math.floor(u);
      const right = Math.min(left + 1, TILES - 1);
      const at = y * width + x;
      const of = (row: number, column: number) => curves[(row * TILES + column) * VALUES + (values[at] ?? 0)] ?? 0;
      const upper = of(above, left) * (1 - u + left) + of(above, right) * (u - left);
      const lower = of(below, left) * (1 - u + left) + of(below, right) * (u - left);
      equal[at] = upper * (1 - v + above) + lower * (v - above);
    }
  }
  return { values: equal, width, height };
}

/** The new value of each value, per tile. */
function curvesOf({ values, width, height }: Luma, tileWidth: number, tileHeight: number): Float32Array {
  const curves = new Float32Array(TILES * TILES * VALUES);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / tileHeight) * TILES;
    for (let x = 0; x < width; x++) {
      const at = (row + Math.floor(x / tileWidth)) * VALUES + (values[y * width + x] ?? 0);
      curves[at] = (curves[at] ?? 0) + 1;
    }
  }
  for (let tile = 0; tile < TILES * TILES; tile++) spread(curves.subarray(tile * VALUES, (tile + 1) * VALUES));
  return curves;
}

/** Turns counts into a curve. Counts above the limit are distributed evenly. */
function spread(counts: Float32Array): void {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, (CLIP * all) / VALUES);
  const clipped = counts.reduce((sum, count) => sum + Math.min(count, most), 0);
  let below = 0;
  for (let value = 0; value < VALUES; value++) {
    below += Math.min(counts[value] ?? 0, most) + (all - clipped) / VALUES;
    counts[value] = Math.round(((VALUES - 1) * below) / Math.max(1, all));
  }
}
