import { describe, expect, it } from 'vitest';
import { BLACK, darken, isBlack, isDark } from './black-picture.ts';

/** A picture of 100×100 with a number of pixels of this brightness; the others are black. */
function picture(pixels: number, brightness: number) {
  const values = new Uint8Array(10_000).fill(16);
  values.fill(brightness, 5_000, 5_000 + pixels);
  return { values, width: 100, height: 100 };
}

describe('a picture without light', () => {
  it('has no bright area, apart from noise and single bright points', () => {
    expect(isBlack(picture(0, 0))).toBe(true);
    expect(isBlack(picture(5_000, BLACK.darkMax))).toBe(true);
    expect(isBlack(picture(10, 255))).toBe(true);
    expect(isBlack(picture(11, 255))).toBe(false);
    expect(isBlack(picture(5_000, BLACK.darkMax + 1))).toBe(false);
  });

  it('is reported when it lasts, and cleared once there is light', () => {
    const first = darken(null, true, 1_000);
    const second = darken(first, true, 2_900);
    expect([isDark(first, 1_000), isDark(second, 2_900), isDark(darken(second, true, 3_000), 3_000)]).toEqual([
      false,
      false,
      true,
    ]);
    const lit = darken(second, false, 3_100);
    expect(isDark(lit, 9_000)).toBe(false);
    expect(isDark(darken(lit, true, 3_200), 4_000)).toBe(false);
  });
});
