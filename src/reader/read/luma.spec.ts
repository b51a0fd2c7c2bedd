import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evened } from './evened.ts';
import { doubled, halved, type Luma, lumaOf, rotated45, rotated90, softened } from './luma.ts';

const picture = (width: number, ...values: number[]): Luma => ({
  values: Uint8Array.from(values),
  width,
  height: values.length / width,
});
const anyPicture = fc
  .tuple(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 2, max: 40 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((values): Luma => ({ values: new Uint8Array(values), width, height })),
  );
const plainPicture = (width: number, value: number) =>
  picture(width, ...Array.from({ length: width * width }, () => value));
const range = ({ values }: Luma) => [Math.min(...values), Math.max(...values)] as const;

describe('transformed pictures', () => {
  it('take brightness from colours, and treat transparent pixels as paper', () => {
    const data = Uint8ClampedArray.from([255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0]);
    expect([...lumaOf({ data, width: 4, height: 1, colorSpace: 'srgb' }).values]).toEqual([255, 0, 150, 255]);
  });

  it('are halved to the mean of four pixels and doubled without new extremes', () => {
    expect(halved(picture(2, 10, 20, 30, 40))).toEqual(picture(1, 25));
    expect(doubled(picture(1, 100))).toEqual(picture(2, 100, 100, 100, 100));
    fc.assert(
      fc.property(anyPicture, (any) => {
        const twice = doubled(any);
        expect([twice.width, twice.height]).toEqual([any.width * 2, any.height * 2]);
        const [low, high] = range(any);
        const [from, to] = range(twice);
        expect(from).toBeGreaterThanOrEqual(low);
        expect(to).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('are unchanged after four quarter turns', () => {
    fc.assert(
      fc.property(anyPicture, (any) => {
        expect(rotated90(rotated90(rotated90(rotated90(any))))).toEqual(any);
      }),
    );
  });

  it('keep their centre when they are turned by an eighth, and are grey outside', () => {
    const white = plainPicture(9, 255);
    const { values } = rotated45(white, 20);
    expect(values[10 * 20 + 10]).toBe(255);
    expect(values[0]).toBe(128);
  });

  it('lose single specks when they are softened, while plain ones are unchanged', () => {
    expect(softened(picture(3, 0, 0, 0, 0, 160, 0, 0, 0, 0)).values[4]).toBe(40);
    const plain = plainPicture(5, 77);
    expect(softened(plain)).toEqual(plain);
  });

  it('gain contrast in a shadow, while plain paper stays plain', () => {
    const stripes = Array.from({ length: 64 * 64 }, (_, at) => (at % 8 < 4 ? 40 : 90));
    expect(range(evened(picture(64, ...stripes)))).toEqual([0, 255]);
    const [low, high] = range(evened(plainPicture(64, 120)));
    expect(high - low).toBe(0);
  });
});
