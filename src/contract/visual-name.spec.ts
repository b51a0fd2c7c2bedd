import { describe, expect, it } from 'vitest';
import { isMixedName, visualNameOf } from './visual-name.ts';

describe('two names', () => {
  it.each([
    ['capitals', 'Mei', 'MEI'],
    ['full-width letters', 'Mei', 'Ｍｅｉ'],
    ['a Cyrillic letter', 'Mei', 'Mеi'],
    ['Cyrillic capitals', 'MAX', 'МАХ'],
    ['Greek letters', 'ANTON', 'ΑΝΤΟΝ'],
    ['Cherokee letters', 'Mei', 'ᎷᎬᎥ'],
    ['small Cherokee letters', 'Mei', 'Ꮇꭼꭵ'],
    ['Lisu letters', 'ANA', 'ꓮꓠꓮ'],
    ['Coptic letters', 'Tom', 'Ⲧⲟⲙ'],
    ['Armenian letters', 'nun', 'ոսո'],
    ['only Cyrillic letters', 'Cap', 'Сар'],
    ['digits for letters', 'Lola', '10la'],
    ['a full stop or a space', 'Ana L', 'Ana L.'],
    ['r and n for m', 'Mei', 'rnei'],
    ['two v’s for w', 'Wei', 'VVei'],
    ['an invisible letter', 'Mei', 'M\u200Bei'],
  ])('look the same if they contain %s', (_, one, other) => {
    expect(visualNameOf(other)).toBe(visualNameOf(one));
  });

  it.each([
    ['Mei', 'Mel'],
    ['Clara', 'Dara'],
    ['José', 'Jose'],
    ['Till 1', 'Till 2'],
    ['李小龙', '李小红'],
    ['Иван', 'Илья'],
  ])('%s and %s look different', (one, other) => {
    expect(visualNameOf(other)).not.toBe(visualNameOf(one));
  });
});

describe('a name in another script', () => {
  it.each(['ᎷEI', 'Mei ꓡ', 'Меі ꓡін', 'Անa'])('%s imitates Latin letters', (name) => {
    expect(isMixedName(name)).toBe(true);
  });

  it.each([
    'Mei',
    'José',
    'Zoë',
    'Éloïse',
    '李小龙',
    '李 Mei',
    'பிரியா',
    'Priya பிரியா',
    'Иван',
    'Ng',
    'Jo',
    'ᏣᎳᎩ',
    'Անի',
  ])('%s does not imitate Latin letters', (name) => {
    expect(isMixedName(name)).toBe(false);
  });
});
