import { expect, it } from 'vitest';
import { equalised } from './equalised.ts';

const side = 256;
/** Stripes of two values, four pixels wide. */
const striped = (dark: number, light: number) => ({
  values: Uint8Array.from({ length: side * side }, (_, at) => ((at >> 2) % 2 === 0 ? dark : light)),
  width: side,
  height: side,
});

it('increases the contrast of pale stripes, in the same places', () => {
  const { values } = equalised(striped(200, 208));
  const difference = (at: number) => (values[at + 4] ?? 0) - (values[at] ?? 0);
  for (let at = 0; at < values.length; at += 8) expect(difference(at)).toBeGreaterThan(8);
});

it('leaves an even picture even, so that its grain does not become a code', () => {
  const { values } = equalised({ values: new Uint8Array(side * side).fill(138), width: side, height: side });
  expect(new Set(values).size).toBe(1);
});
