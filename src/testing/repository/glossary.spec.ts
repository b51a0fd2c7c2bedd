import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { wordsOfName } from './sources.ts';

/** Names follow the table of `docs/words.md`: no name uses a word that it excludes. */

const SRC = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Exempt: the sandbox and the issuer's wire format, which use the issuer's words, and texts of the
 * screens.
 */
const OTHERS_WORDS = [/^sandbox\//, /^testing\//, /^tools\//, /\/testing\//, /^bff\/issuer\/wire\//, /\/words\//, /\.spec\.tsx?$/];

/**
 * Words that the table rules out for one meaning and that names cannot do without in others, so no test of names can hold them. Why, for each.
 * Not tested either is what the table itself allows somewhere (in parentheses), and what is a word of the table in its own right.
 */
const NEEDED_OTHERWISE: Readonly<Record<string, string>> = {
  number: 'cards have sequence numbers, and JavaScript has numbers',
  id: 'operations, people, devices and rows have ids',
  error: 'the language calls so what is thrown',
  try: 'whatever may fail is tried; options of the zxing library begin with it',
};

interface Ruled {
  readonly word: string;
  readonly instead: string;
}

interface Glossary {
  readonly words: ReadonlySet<string>;
  readonly ruledOut: readonly Ruled[];
  /** Words that the table allows in one place, given in parentheses. */
  readonly restricted: readonly Ruled[];
}

function readGlossary(text: string): Glossary {
  const table = text.slice(text.indexOf('| Word | Meaning | Not |')).split('\n').slice(2);
  const rows = table.filter((line) => line.startsWith('|')).map((line) => line.split('|').map((cell) => cell.trim()));
  const terms = rows.flatMap(([, instead = '', , not = '']) => not.split(/,(?![^(]*\))/).map((term) => ({ instead, term: term.trim() })));
  const said = terms.filter(({ term }) => term !== '');
  const asRuled = ({ term, instead }: (typeof said)[number]): Ruled => ({ word: term.replace(/\s*\(.*$/, ''), instead });
  return {
    words: new Set(rows.map(([, word = '']) => word)),
    ruledOut: said.filter(({ term }) => !term.includes('(')).map(asRuled),
    restricted: said.filter(({ term }) => term.includes('(')).map(asRuled),
  };
}

/** Names that others read: of files, and of what they declare outside of functions, with its properties. */
function namesIn(path: string): string[] {
  const text = readFileSync(join(SRC, path), 'utf8');
  const declared = text.matchAll(/^(?:export )?(?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm);
  const properties = text.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(<]/gm);
  return [basename(path).replace(/\..*$/, ''), ...[...declared, ...properties].map(([, name = '']) => name)];
}

const glossary = readGlossary(readFileSync(join(SRC, '../docs/words.md'), 'utf8'));
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !OTHERS_WORDS.some((others) => others.test(path)),
);
const names = files.flatMap((path) => namesIn(path).map((name) => ({ path, name, words: wordsOfName(name).join(' ') })));

describe('the replaced words of the glossary', () => {
  it('are read from the table, with their replacements', () => {
    expect(glossary.ruledOut).toContainEqual({ word: 'charge', instead: 'capture' });
    expect(glossary.ruledOut).toContainEqual({ word: 'merchant id', instead: 'mid' });
    expect(glossary.restricted).toContainEqual({ word: 'balance', instead: 'remaining' });
    expect(names.length).toBeGreaterThan(1_000);
  });

  const checked = glossary.ruledOut.filter(({ word }) => !glossary.words.has(word) && !(word in NEEDED_OTHERWISE));

  it.each(checked)('$instead is never called $word', ({ word }) => {
    const misnamed = names.filter(({ words }) => ` ${words} `.includes(` ${word} `));
    expect(misnamed.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  it('are allowed elsewhere only if the table rules them out', () => {
    const out = new Set(glossary.ruledOut.map(({ word }) => word));
    expect(Object.keys(NEEDED_OTHERWISE).filter((word) => !out.has(word))).toEqual([]);
  });
});
