import { describe, expect, it } from 'vitest';
import { isBlack } from './black-picture.ts';

const pixels = (...values: number[]) => Uint8ClampedArray.from(values.flatMap((value) => [value, value, value, 255]));

describe('a picture without light', () => {
  it('is one without a bright pixel, noise of a dark lens included', () => {
    expect(isBlack(pixels(0, 0, 0, 0))).toBe(true);
    expect(isBlack(pixels(4, 12, 0, 20))).toBe(true);
    expect(isBlack(pixels(0, 0, 60, 0))).toBe(false);
  });
});
