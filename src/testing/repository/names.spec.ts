import { describe, expect, it } from 'vitest';
import { exportedNames, filesIn, readSource } from './sources.ts';

/** An exported name has one meaning in all files. */

/** A catalogue has the same names in each language. */
const CATALOGUE = /\/words\/(?:\w+\/)?(?:en|fr|ms|ta|zh)\.ts$/;

/** Names that several files have, each for the same kind of thing. Why, for each. */
const SAME_IN_SEVERAL: Readonly<Record<string, string>> = {
  reduce: 'the next state of a pure machine, beside that machine',
  readArguments: 'a program that tests reads its own command line',
  USAGE: 'what that command line is',
  up: 'what a numbered migration changes',
};

const files = filesIn('src', /\.(tsx?|mjs)$/).filter((path) => !path.includes('.spec.') && !CATALOGUE.test(path));
const placesOf = new Map<string, string[]>();
for (const path of files) {
  for (const name of new Set(exportedNames(readSource(path)))) placesOf.set(name, [...(placesOf.get(name) ?? []), path]);
}
const several = [...placesOf].filter(([, places]) => places.length > 1);

describe('an exported name', () => {
  it('is found in every form of export', () => {
    const text = [
      'export async function one() {}',
      'export function* two() {}',
      'export const three = 3;',
      'export interface Four {}',
      'const five = 5;',
      'const own = 0;',
      "import { six } from './six.ts';",
      'export { five, six };',
    ];
    expect(exportedNames(text.join('\n'))).toEqual(['one', 'two', 'three', 'Four', 'five']);
    expect(placesOf.size).toBeGreaterThan(3_000);
  });

  it('has one meaning and one file', () => {
    const twice = several.filter(([name]) => !(name in SAME_IN_SEVERAL));
    expect(twice.map(([name, places]) => `${name}: ${places.join(', ')}`)).toEqual([]);
  });

  it('is a listed exception only if several files have it', () => {
    const names = new Set(several.map(([name]) => name));
    expect(Object.keys(SAME_IN_SEVERAL).filter((name) => !names.has(name))).toEqual([]);
  });
});
