import type { Luma } from './read/luma.ts';

/**
 * Detects pictures without light: a closed shutter, a finger on the lens, or a stream that the
 * system has blocked.
 */
export const BLACK = {
  /** Highest brightness, 0 to 255, that counts as dark; black is 16 in most videos. */
  darkMax: 33,
  /** Share of pixels that may be brighter: a lens in the dark shows single bright points. */
  brightShare: 1 / 1_000,
  /**
   * It must be dark this long without a break, so that short darkness is ignored.
   *
   * Milliseconds.
   */
  lastsMs: 2_000,
} as const;

/** True if a picture has no light. For any other picture, a few pixels decide. */
export function isBlack({ values }: Luma): boolean {
  let bright = 0;
  for (const value of values) {
    if (value <= BLACK.darkMax) continue;
    bright++;
    if (bright > values.length * BLACK.brightShare) return false;
  }
  return true;
}

/** When the pictures became black; null while they are not. Milliseconds of one clock. */
export type Darkness = number | null;

export function darken(since: Darkness, black: boolean, at: number): Darkness {
  return black ? (since ?? at) : null;
}

/** True if it has been dark for `BLACK.lastsMs`. */
export function isDark(since: Darkness, at: number): boolean {
  return since !== null && at - since >= BLACK.lastsMs;
}
