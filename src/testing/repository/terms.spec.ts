import { describe, expect, it } from 'vitest';
import { actionTextsOf, filesIn, readSource } from './sources.ts';

/** The screens use the terms of `docs/words.md`, in every language. */

const LANGUAGES = ['en', 'zh', 'ms', 'ta', 'fr'] as const;

/** Texts of a language, in lower case; without keys such as `session.started`. */
function textsOf(language: string): string[] {
  const files = filesIn('src', new RegExp(`/words/(.*/)?(door-)?${language}\\.ts$`)).map(readSource);
  return [...files, ...actionTextsOf(language)].flatMap((source) => {
    const code = source.replace(/\/\*[^]*?\*\//g, '');
    const quoted = [...code.matchAll(/'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`/g)];
    return quoted.map(([, plain, template = '']) => (plain ?? template).toLowerCase()).filter((text) => !/^\S*[._/-]\S*$/.test(text));
  });
}

const TEXTS = new Map(LANGUAGES.map((language) => [language, textsOf(language)] as const));
const [, table = ''] = readSource('docs/words.md').split('| Term | zh | ms | ta | fr | Not |');
const TERMS = table
  .slice(0, table.indexOf('\n\n'))
  .split('\n')
  .slice(2)
  .map((row) => row.split('|').map((cell) => cell.trim().toLowerCase()))
  .map(([, ...cells]) => ({ term: cells[0] ?? '', words: cells.slice(0, LANGUAGES.length), not: cells[LANGUAGES.length] ?? '' }));

describe('the terms of the screens', () => {
  it('are read from the glossary, one row for each', () => {
    expect(TERMS.length).toBeGreaterThan(30);
    expect(new Set(TERMS.map(({ term }) => term)).size).toBe(TERMS.length);
    for (const texts of TEXTS.values()) expect(texts.length).toBeGreaterThan(1_000);
  });

  it.each(TERMS)('$term is used in every language', ({ words }) => {
    const unused = LANGUAGES.filter((language, at) => !TEXTS.get(language)?.some((text) => text.includes(words[at] ?? '-')));
    expect(unused).toEqual([]);
  });

  it.each(TERMS)('$term has no other name in English', ({ not }) => {
    const others = not.split(',').map((other) => new RegExp(`\\b${other.trim()}\\b`));
    expect(TEXTS.get('en')?.filter((text) => others.some((other) => other.test(text)))).toEqual([]);
  });
});
