import type { Luma } from './read/luma.ts';

/**
 * A picture without any light: a closed shutter, a finger on the lens, or a stream that the system
 * has cut off.
 */
export const BLACK = {
  /** Brightness of 0 to 255 that is still dark; black is 16 in most videos. */
  darkMax: 33,
  /** One pixel of so many may be brighter: a lens in the dark shows single bright points. */
  brightShare: 1 / 1_000,
  /**
   * Seen for this long without a break, so that a moment of darkness says nothing.
   *
   * Milliseconds.
   */
  lastsMs: 2_000,
} as const;

/** Whether a picture is without light. One that is not is recognised after a few pixels. */
export function isBlack({ values }: Luma): boolean {
  let bright = 0;
  for (const value of values) {
    if (value <= BLACK.darkMax) continue;
    bright++;
    if (bright > values.length * BLACK.brightShare) return false;
  }
  return true;
}

/** Since when pictures have been black; null while they are not. Milliseconds of one clock. */
export type Darkness = number | null;

/** Takes the next picture. */
export function darken(since: Darkness, black: boolean, at: number): Darkness {
  return black ? (since ?? at) : null;
}

/** Whether it has been dark for too long to be a moment. */
export function isDark(since: Darkness, at: number): boolean {
  return since !== null && at - since >= BLACK.lastsMs;
}
