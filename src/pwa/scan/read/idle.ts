import type { Luma } from './luma.ts';

/**
 * Limits for examining a film less often: nothing in it moves, and all attempts have found nothing.
 */
export const IDLE = {
  /** Pictures are compared by the mean brightness of this number of fields. */
  columns: 80,
  rows: 45,
  /**
   * A field has changed if its mean differs by more than this, of 255. Noise and the flicker of
   * lamps are below it, the smallest readable code is far above.
   */
  changedBy: 10,
  /**
   * Number of fields that have to change. One may be a sensor's grain, and no code fits into one.
   */
  changedFields: 2,
  /** Attempts after a change before the pause: all extra attempts twice. */
  attempts: 36,
  /** Pause between two attempts, ms. */
  restMs: 300,
} as const;

/** Only one line out of this number is examined. */
const LINES = 4;

export interface IdleDetector {
  /** True if this picture should be examined: at once if it has changed. */
  isOver(picture: Luma, at: number): boolean;
  /**
   * Reports the end of an attempt. After a success, the next frames are examined without pauses.
   */
  attemptEnded(isFound: boolean, at: number): void;
}

export function createIdleDetector(): IdleDetector {
  let before = new Float32Array(0);
  let framesLeft = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    isOver(picture, at) {
      const now = sketchOf(picture);
      if (!isAlike(before, now)) {
        before = now;
        framesLeft = IDLE.attempts;
      }
      return framesLeft > 0 || at - endedAt >= IDLE.restMs;
    },
    attemptEnded(isFound, at) {
      framesLeft = isFound ? IDLE.attempts : Math.max(0, framesLeft - 1);
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
  for (const [field, mean] of now.entries()) if (Math.abs(mean - (before[field] ?? 0)) > IDLE.changedBy) changed++;
  return changed < IDLE.changedFields;
}
