import { describe, expect, it } from 'vitest';
import { visualNameOf } from './visual-name.ts';

describe('names', () => {
  it.each([
    ['capitals', 'Mei', 'MEI'],
    ['full-width letters', 'Mei', 'Ｍｅｉ'],
    ['a Cyrillic letter', 'Mei', 'Mеi'],
    ['Cyrillic capitals', 'MAX', 'МАХ'],
    ['Greek letters', 'ANTON', 'ΑΝΤΟΝ'],
    ['digits for letters', 'Lola', '10la'],
    ['a full stop or a space', 'Ana L', 'Ana L.'],
  ])('with %s look the same', (_, one, other) => {
    expect(visualNameOf(other)).toBe(visualNameOf(one));
  });

  it.each([
    ['Mei', 'Mel'],
    ['José', 'Jose'],
    ['Till 1', 'Till 2'],
    ['李小龙', '李小红'],
    ['Иван', 'Илья'],
  ])('%s and %s look different', (one, other) => {
    expect(visualNameOf(other)).not.toBe(visualNameOf(one));
  });
});
