import type { Luma } from './luma.ts';

/**
 * When a film is looked at rarely: nothing in it moves, and all kinds of looks have found nothing.
 */
export const IDLE = {
  /** A picture is compared by the mean brightness of so many fields. */
  columns: 80,
  rows: 45,
  /**
   * A field has changed when its mean differs by more than this, of 255: noise and the flicker of
   * lamps stay below, the smallest code that can be read is far above.
   */
  changedBy: 10,
  /** So many fields have to: one may be a sensor's grain, and no code lies within one. */
  changedFields: 2,
  /** Looks after a change before rest begins: all of the harder glances twice. */
  looks: 36,
  /** Rest between two looks, ms. */
  restMs: 300,
} as const;

/** One line of so many is looked at for it. */
const LINES = 4;

/** Tells which pictures of a film are worth a look. */
export interface Rest {
  /** Whether to look at this picture: at once where it is not what it was. */
  isOver(picture: Luma, at: number): boolean;
  /** A look has ended. What showed a code is looked at as often as can be. */
  looked(isFound: boolean, at: number): void;
}

export function createRest(): Rest {
  let before = new Float32Array(0);
  let looksLeft = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    isOver(picture, at) {
      const now = sketchOf(picture);
      if (!isAlike(before, now)) {
        before = now;
        looksLeft = IDLE.looks;
      }
      return looksLeft > 0 || at - endedAt >= IDLE.restMs;
    },
    looked(isFound, at) {
      looksLeft = isFound ? IDLE.looks : Math.max(0, looksLeft - 1);
      endedAt = at;
    },
  };
}

/** The mean brightness of each field; every fourth line is enough to see a code come. */
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
