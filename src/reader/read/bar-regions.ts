import type { Point } from '../decode-protocol.ts';
import { halved, type Luma } from './luma.ts';
import type { Box } from './places.ts';

/** A region with parallel bars: its centre, and half its size along and across the code. */
export interface BarRegion {
  readonly centre: Point;
  /** The direction in which the code is read, radians. */
  readonly angle: number;
  readonly halfLength: number;
  readonly halfHeight: number;
}

/** The search runs on a picture whose longer side is at most this, pixels. */
const SIDE_MAX = 640;
/** Half the side of the window for the mean gradients, pixels. */
const REACH = 14;
/** Adds to the energy, so that plain paper is not a region. */
const ENERGY_MIN = 120;
/** A weaker maximum is grain. */
const STRENGTH_MIN = 12;
/** Shares of the strongest field from which fields belong to a region. */
const SHARES = [0.4, 0.25, 0.15] as const;
/** Bars are at least this share of their height long in total. */
const LENGTH_MIN = 0.8;
/** A smaller region cannot be a code, fields. */
const FIELDS_MIN = 20;
/** The box around a region is larger by this factor. */
const BOX_LONGER = 1.3;
/** Gradients are measured at every third pixel, which makes one field. */
const STEP = 3;

/**
 * Finds the regions that look most like bars: many parallel edges of opposite directions.
 * @param ignored places of codes that are known
 */
export function findBarRegions(picture: Luma, most: number, ignored: readonly Box[] = []): readonly BarRegion[] {
  let small = picture;
  let scale = 1;
  while (Math.max(small.width, small.height) > SIDE_MAX) {
    small = halved(small);
    scale *= 2;
  }
  const toSmall = (box: Box): Box => ({
    left: box.left / scale,
    right: box.right / scale,
    top: box.top / scale,
    bottom: box.bottom / scale,
  });
  const fields = fieldsOf(small, ignored.map(toSmall));
  if (fields === null) return [];
  const strongest = fields.strength.reduce((best, value) => Math.max(best, value), 0);
  if (strongest < STRENGTH_MIN) return [];
  const regions = SHARES.flatMap((share) => regionsAbove(fields, share * strongest));
  const places: BarRegion[] = [];
  for (const region of regions.sort((a, b) => b.weight - a.weight)) {
    const place = placeOf(region, fields, scale);
    if (place && places.every((other) => !isSame(place, other))) places.push(place);
    if (places.length === most) break;
  }
  return places;
}

/** A box around a region with some white: the ends of a code have weaker gradients. */
export function boxOfRegion({ centre, angle, halfLength, halfHeight }: BarRegion): Box {
  const along = halfLength * BOX_LONGER;
  const aside = halfHeight * BOX_LONGER;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [x, y] = [along * cos + aside * sin, along * sin + aside * cos];
  return { left: centre.x - x, right: centre.x + x, top: centre.y - y, bottom: centre.y + y };
}

interface Fields {
  readonly columns: number;
  readonly rows: number;
  readonly strength: Float32Array;
  /** The structure of the gradients: sums of squares and of products in a window. */
  readonly xx: Float32Array;
  readonly yy: Float32Array;
  readonly xy: Float32Array;
}

/** @returns null if nothing outside the ignored boxes looks like bars */
function fieldsOf({ values, width, height }: Luma, ignored: readonly Box[]): Fields | null {
  const columns = Math.max(1, Math.floor((width - 2) / STEP));
  const rows = Math.max(1, Math.floor((height - 2) / STEP));
  const size = columns * rows;
  const x = new Float32Array(size);
  const y = new Float32Array(size);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = (row * STEP + 1) * width + column * STEP + 1;
      const up = at - width;
      const down = at + width;
      const a = values[up - 1] ?? 0;
      const c = values[up + 1] ?? 0;
      const g = values[down - 1] ?? 0;
      const i = values[down + 1] ?? 0;
      x[row * columns + column] = c - a + 2 * ((values[at + 1] ?? 0) - (values[at - 1] ?? 0)) + i - g;
      y[row * columns + column] = g - a + 2 * ((values[down] ?? 0) - (values[up] ?? 0)) + i - c;
    }
  }
  const product = (one: Float32Array, other: Float32Array) => {
    const products = new Float32Array(size);
    for (let at = 0; at < size; at++) products[at] = (one[at] ?? 0) * (other[at] ?? 0);
    return boxMean(products, columns, rows);
  };
  const [xx, yy, xy] = [product(x, x), product(y, y), product(x, y)];
  const strength = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const energy = (xx[at] ?? 0) + (yy[at] ?? 0);
    const difference = (xx[at] ?? 0) - (yy[at] ?? 0);
    const both = 2 * (xy[at] ?? 0);
    /* Edges are parallel. */
    strength[at] = (Math.sqrt(difference * difference + both * both) / (energy + ENERGY_MIN)) * Math.sqrt(energy);
  }
  for (const box of ignored) clear(strength, columns, rows, box);
  if (strength.every((value) => value < STRENGTH_MIN)) return null;
  const [meanX, meanY] = [boxMean(x, columns, rows), boxMean(y, columns, rows)];
  for (let at = 0; at < size; at++) {
    /* A single edge has one direction, bars have two opposite ones. */
    const net = (meanX[at] ?? 0) ** 2 + (meanY[at] ?? 0) ** 2;
    strength[at] = (strength[at] ?? 0) * (1 - net / ((xx[at] ?? 0) + (yy[at] ?? 0) + ENERGY_MIN));
  }
  return { columns, rows, strength, xx, yy, xy };
}

/** The mean around each field, in one pass per direction. */
function boxMean(values: Float32Array, columns: number, rows: number): Float32Array {
  const along = new Float32Array(values.length);
  const reach = Math.round(REACH / STEP);
  slide(values, along, rows, columns, columns, 1, reach);
  const mean = new Float32Array(values.length);
  slide(along, mean, columns, rows, 1, columns, reach);
  return mean;
}

function slide(
  from: Float32Array,
  to: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  reach: number,
): void {
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let sum = 0;
    for (let at = 0; at < Math.min(reach, length); at++) sum += from[start + at * step] ?? 0;
    for (let at = 0; at < length; at++) {
      if (at + reach < length) sum += from[start + (at + reach) * step] ?? 0;
      if (at - reach - 1 >= 0) sum -= from[start + (at - reach - 1) * step] ?? 0;
      to[start + at * step] = sum / (2 * reach + 1);
    }
  }
}

/** Removes the fields whose windows touch a box. */
function clear(strength: Float32Array, columns: number, rows: number, box: Box): void {
  const field = (position: number, most: number) => Math.min(most, Math.max(0, Math.round(position / STEP)));
  const right = field(box.right + REACH, columns);
  for (let row = field(box.top - REACH, rows); row < field(box.bottom + REACH, rows); row++)
    strength.fill(0, row * columns + field(box.left - REACH, columns), row * columns + right);
}

interface Region {
  readonly fields: readonly number[];
  readonly weight: number;
}

/** Connected fields that are stronger than a limit. */
function regionsAbove({ strength, columns }: Fields, limit: number): Region[] {
  const seen = new Uint8Array(strength.length);
  const regions: Region[] = [];
  for (let seed = 0; seed < strength.length; seed++) {
    if (seen[seed] || (strength[seed] ?? 0) <= limit) continue;
    seen[seed] = 1;
    const fields = [seed];
    let weight = 0;
    for (const field of fields) {
      weight += strength[field] ?? 0;
      const column = field % columns;
      for (const next of [
        field - columns,
        field + columns,
        column > 0 ? field - 1 : -1,
        column < columns - 1 ? field + 1 : -1,
      ]) {
        if (next < 0 || next >= strength.length || seen[next] || (strength[next] ?? 0) <= limit) continue;
        seen[next] = 1;
        fields.push(next);
      }
    }
    if (fields.length >= FIELDS_MIN) regions.push({ fields, weight });
  }
  return regions;
}

function placeOf({ fields }: Region, { columns, xx, yy, xy }: Fields, scale: number): BarRegion | null {
  let across = 0;
  let both = 0;
  for (const field of fields) {
    across += (xx[field] ?? 0) - (yy[field] ?? 0);
    both += xy[field] ?? 0;
  }
  const angle = 0.5 * Math.atan2(2 * both, across);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const positions = fields.map((field) => ({
    x: (field % columns) * STEP + 1.5,
    y: Math.floor(field / columns) * STEP + 1.5,
  }));
  const along = Float64Array.from(positions, ({ x, y }) => x * cos + y * sin).sort();
  const aside = Float64Array.from(positions, ({ x, y }) => y * cos - x * sin).sort();
  const quantile = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const [left, right] = [quantile(along, 0.01), quantile(along, 0.99)];
  const [top, bottom] = [quantile(aside, 0.2), quantile(aside, 0.8)];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const halfLength = ((right - left) / 2) * scale;
  const halfHeight = ((bottom - top) / 2) * scale;
  if (halfLength < LENGTH_MIN * halfHeight) return null;
  return { centre: { x: (u * cos - v * sin) * scale, y: (u * sin + v * cos) * scale }, angle, halfLength, halfHeight };
}

/** True for two regions in the same place. */
function isSame(one: BarRegion, other: BarRegion): boolean {
  const far = Math.hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y);
  const ratio = one.halfLength / other.halfLength;
  return far < 0.2 * Math.max(one.halfLength, other.halfLength) && ratio > 0.8 && ratio < 1.25;
}
