import type { Luma } from './luma.ts';

/**
 * Limits for examining a film less often: little changes, and all attempts have found nothing.
 */
export const IDLE = {
  /** Pictures are compared by the mean brightness of this number of fields. */
  columns: 80,
  rows: 45,
  /**
   * A change is small if the mean of this number of fields differs by more than `by`, of 255. Noise
   * is below it, flickering lamps and a hand that holds the camera are above.
   */
  small: { by: 10, fields: 2 },
  /**
   * A change is large, like a card that comes into view, if this number of fields differs by more
   * than `by` from all the fields around it: then no small movement explains it.
   */
  large: { by: 40, fields: 8 },
  /** Attempts after a change before the pause: all extra attempts twice. */
  attempts: 48,
  /** After this number of attempts that found nothing, small changes do not end the pause. */
  smallChangeAttempts: 48,
  /** Pause between two attempts, ms. */
  restMs: 300,
} as const;

/** Only one line out of this number is examined. */
const LINES = 4;

export interface IdleDetector {
  /** True if this picture should be examined: at once after a large change. */
  isOver(picture: Luma, at: number): boolean;
  /**
   * Reports the end of an attempt. After a success, the next frames are examined without pauses.
   */
  attemptEnded(isFound: boolean, at: number): void;
}

export function createIdleDetector(): IdleDetector {
  let examined = new Float32Array(0);
  let attemptsLeft: number = IDLE.attempts;
  /* Attempts since the last success, large change or motionless pause. */
  let attempts = 0;
  let hasMoved = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    isOver(picture, at) {
      const now = sketchOf(picture);
      if (hasLargeChange(examined, now)) attempts = 0;
      if (!isAlike(examined, now)) {
        hasMoved = true;
        if (attempts < IDLE.smallChangeAttempts) attemptsLeft = IDLE.attempts;
      }
      if (attemptsLeft === 0) {
        if (at - endedAt < IDLE.restMs) return false;
        if (!hasMoved) attempts = 0;
      }
      examined = now;
      hasMoved = false;
      return true;
    },
    attemptEnded(isFound, at) {
      attempts = isFound ? 0 : attempts + 1;
      attemptsLeft = isFound ? IDLE.attempts : Math.max(0, attemptsLeft - 1);
      endedAt = at;
    },
  };
}

/** The mean brightness of each field. Every fourth line is enough to notice a new code. */
function sketchOf({ values, width, height }: Luma): Float32Array<ArrayBuffer> {
  const { columns, rows } = IDLE;
  const sums = new Float32Array(columns * rows);
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < height; y += LINES) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let column = 0; column < columns; column++) {
      const field = row + column;
      const end = Math.floor(((column + 1) * width) / columns);
      let sum = 0;
      let count = 0;
      for (let x = Math.floor((column * width) / columns); x < end; x++) {
        sum += values[y * width + x] ?? 0;
        count++;
      }
      sums[field] = (sums[field] ?? 0) + sum;
      counts[field] = (counts[field] ?? 0) + count;
    }
  }
  return sums.map((sum, field) => sum / Math.max(1, counts[field] ?? 0));
}

function isAlike(before: Float32Array, now: Float32Array): boolean {
  if (before.length !== now.length) return false;
  let changed = 0;
  for (let field = 0; field < now.length; field++)
    if (Math.abs((now[field] ?? 0) - (before[field] ?? 0)) > IDLE.small.by) changed++;
  return changed < IDLE.small.fields;
}

function hasLargeChange(before: Float32Array, now: Float32Array): boolean {
  if (before.length !== now.length) return true;
  let changed = 0;
  for (let field = 0; field < now.length; field++) {
    const mean = now[field] ?? 0;
    if (Math.abs(mean - (before[field] ?? 0)) > IDLE.large.by && isUnlikeAround(before, field, mean)) changed++;
  }
  return changed >= IDLE.large.fields;
}

/** True if a mean is far outside the range of a field and of those around it. */
function isUnlikeAround(means: Float32Array, field: number, mean: number): boolean {
  let low = 255;
  let high = 0;
  for (let row = field - IDLE.columns; row <= field + IDLE.columns; row += IDLE.columns) {
    for (let at = row - 1; at <= row + 1; at++) {
      low = Math.min(low, means[at] ?? low);
      high = Math.max(high, means[at] ?? high);
    }
  }
  return mean > high + IDLE.large.by || mean < low - IDLE.large.by;
}
