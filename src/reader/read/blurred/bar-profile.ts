import type { Point } from '../../decode-protocol.ts';
import type { BarRegion } from '../bar-regions.ts';
import type { Luma } from '../luma.ts';

/** Darkness along a line across the bars: 0 for the local white, in steps of `stepPx`. */
export interface Profile {
  readonly ink: Float64Array;
  /** The part with bars, indexes. */
  readonly from: number;
  readonly to: number;
  /** True if it runs from right to left through the place. */
  readonly isReversed: boolean;
}

/** Profiles of all rows of a place, and of its upper and its lower half. */
export interface BarProfiles {
  readonly all: Profile;
  readonly halves: readonly Profile[];
  /** The point in the picture at a position of the strip. */
  toPicture(position: number): Point;
}

/** The strip is longer than the place by this share at each end: blur hides the outer bars. */
const LONGER = 0.3;
const STEP_PX = 0.5;
const SAMPLES_MAX = 1_000;
const ROWS_MAX = 24;
/** The rows of a half, at least: fewer are no second measurement. */
const ROWS_MIN = 3;
/** Angles that are tried around that of the place, radians. */
const TURN = { step: 0.012, steps: 4 } as const;
/** Values that are compared to find edges: this far apart, steps. */
const LAG = 4;
/** The local white is the minimum of darkness in a window of this share of the bars. */
const WHITE_SHARE = 0.5;
/** Bars end where the mean gradient falls below this share of its upper tenth. */
const END_SHARE = 0.28;

/** @returns null if the place has no bars after all */
export function profilesOf(picture: Luma, place: BarRegion): BarProfiles | null {
  const straight = straightened(picture, place);
  const rows = rowsOf(picture, straight);
  const half = rows.length >> 1;
  if (half < ROWS_MIN) return null;
  const all = profileOf(rows);
  if (!all) return null;
  const parts = [rows.slice(0, half), rows.slice(-half)].map((part) => profileOf(part, all));
  return {
    all,
    halves: parts.filter((part) => part !== null),
    toPicture: (position) => pointOf(straight, position, 0, stepOf(straight)),
  };
}

/** The angle at which the averaged rows have the strongest edges. */
function straightened(picture: Luma, place: BarRegion): BarRegion {
  let best = place;
  let strongest = 0;
  for (let step = -TURN.steps; step <= TURN.steps; step++) {
    const turned = { ...place, angle: place.angle + step * TURN.step };
    const mean = meanOf(rowsOf(picture, turned, 8));
    let edges = 0;
    for (let at = LAG; at < mean.length; at++) edges += ((mean[at] ?? 0) - (mean[at - LAG] ?? 0)) ** 2;
    if (edges > strongest) [best, strongest] = [turned, edges];
  }
  return best;
}

function stepOf({ halfLength }: BarRegion): number {
  return Math.max(STEP_PX, (2 * halfLength * (1 + 2 * LONGER)) / SAMPLES_MAX);
}

function pointOf({ centre, angle, halfLength }: BarRegion, along: number, aside: number, step: number): Point {
  const u = along * step - halfLength * (1 + 2 * LONGER);
  return {
    x: centre.x + u * Math.cos(angle) - aside * Math.sin(angle),
    y: centre.y + u * Math.sin(angle) + aside * Math.cos(angle),
  };
}

/** Rows of darkness across the bars, from 0 to 1. */
function rowsOf(picture: Luma, place: BarRegion, most = ROWS_MAX): readonly Float64Array[] {
  const step = stepOf(place);
  const length = Math.floor((2 * place.halfLength * (1 + 2 * LONGER)) / step);
  const count = Math.min(most, Math.max(2 * ROWS_MIN, Math.floor(2 * place.halfHeight)));
  return Array.from({ length: count }, (_, row) => {
    const aside = place.halfHeight * ((2 * (row + 0.5)) / count - 1);
    const start = pointOf(place, 0, aside, step);
    const [dx, dy] = [step * Math.cos(place.angle), step * Math.sin(place.angle)];
    const ink = new Float64Array(length);
    for (let at = 0; at < length; at++) ink[at] = 1 - brightness(picture, start.x + at * dx, start.y + at * dy) / 255;
    return ink;
  });
}

/** Interpolated; beyond the picture its edge continues. */
function brightness({ values, width, height }: Luma, x: number, y: number): number {
  const inX = Math.min(Math.max(x - 0.5, 0), width - 1.001);
  const inY = Math.min(Math.max(y - 0.5, 0), height - 1.001);
  const left = Math.floor(inX);
  const top = Math.floor(inY);
  const [a, b] = [inX - left, inY - top];
  const at = top * width + left;
  const upper = (values[at] ?? 0) * (1 - a) + (values[at + 1] ?? 0) * a;
  const lower = (values[at + width] ?? 0) * (1 - a) + (values[at + width + 1] ?? 0) * a;
  return upper * (1 - b) + lower * b;
}

function meanOf(rows: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows)
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] ?? 0) + (row[at] ?? 0) / rows.length;
  return mean;
}

function profileOf(rows: readonly Float64Array[], bounds?: Profile): Profile | null {
  const dark = meanOf(rows);
  const window = Math.max(3, Math.round((dark.length / (1 + 2 * LONGER)) * WHITE_SHARE));
  const white = smoothed(lowest(dark, window), window >> 1);
  const ink = dark.map((value, at) => value - (white[at] ?? 0));
  if (bounds) return { ink, from: bounds.from, to: bounds.to, isReversed: false };
  const edges = ink.map((value, at) => Math.abs(value - (ink[at - 1] ?? value)));
  const energy = smoothed(edges, Math.max(2, Math.round(ink.length / 70)));
  const high = energy.toSorted()[Math.floor(energy.length * 0.9)] ?? 0;
  const from = energy.findIndex((value) => value > END_SHARE * high);
  const to = energy.findLastIndex((value) => value > END_SHARE * high);
  return to - from > ink.length / 4 ? { ink, from, to, isReversed: false } : null;
}

function lowest(values: Float64Array, window: number): Float64Array {
  const half = window >> 1;
  return values.map((_, at) => {
    let low = Number.POSITIVE_INFINITY;
    for (let near = Math.max(0, at - half); near <= Math.min(values.length - 1, at + half); near++)
      low = Math.min(low, values[near] ?? low);
    return low;
  });
}

/** The mean of `reach` values on each side. */
function smoothed(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = (sums[at] ?? 0) + (values[at] ?? 0);
  return values.map((_, at) => {
    const from = Math.max(0, at - reach);
    const to = Math.min(values.length, at + reach + 1);
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  });
}
