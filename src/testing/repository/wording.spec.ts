import { describe, expect, it } from 'vitest';
import { actionTextsOf, DOCUMENTS, exportedNames, filesIn, readSource, wordsOfName } from './sources.ts';

/** Comments, English texts, test titles, documents and names are plain English. */

interface Phrase {
  readonly odd: RegExp;
  readonly write: string;
}

const PHRASES: readonly Phrase[] = [
  { odd: /\b(nobody|somebody|who(m)?ever|whatever\s+it|wherever\s+it)\b/gi, write: 'no one, a person, the caller, the device' },
  { odd: /\b(is|are|was|were|be|been|gets?)\s+(told|asked|said|heard)\b/gi, write: 'is notified, is requested, is recorded' },
  { odd: /\b(says|tells|said|told)\s+(whether|what|how|why|of|so|that|which|where|it)\b/gi, write: 'returns, states, reports, explains' },
  { odd: /\basks?\s+(after|anew|again|of)\b|\basked\s+(for|after|of|anew)\b/gi, write: 'requests, requested' },
  {
    odd: /\b(stands?|stood)\s+(in|for|on|beside|there|here|above|below|under|at|open|as|by|with)\b|\bas\s+it\s+stands\b/gi,
    write: 'is, represents, the current state',
  },
  { odd: /\bbeside\b|\banew\b/gi, write: 'next to, with, again' },
  { odd: /\b(be|is|was|are|were)\s+had\b|\bunder\s+way\b|(?<!encrypted\s)\bat\s+rest\b/gi, write: 'in progress, in its final state' },
  { odd: /\b(is|are|was|were)\s+there\s+(already|yet|still|until|once|no)\b/gi, write: 'exists' },
  { odd: /\b(comes?|came)\s+(to\s+be|of\s+it|of\s+that|by)\b|\bwhat\s+(comes|came|becomes|became)\b/gi, write: 'becomes, the result' },
  { odd: /\b(goes|go|went)\s+on\b(?!\s+(sale|call))/gi, write: 'continues' },
  { odd: /\bso\s+(long|many|much|often)\b(?!\s+(as|that))/gi, write: 'the number or the time' },
  { odd: /\bno\s+more\s+(are|is|can)\b|\bnot\s+any\s+more\b/gi, write: 'at most, no longer' },
  {
    odd: /(?<=^[-#>*|\s]*|[.:;!?]\s+)(Of\s+(a|an|the|what|those|them|it|which)|What\s+(is|was|a|an|the|it|has|each|one|may|can|can’t|makes)|Where\s+(it|a|an|the|there|no|one)|Whether|Who\s+(is|was|has|may|can|looks))\b/g,
    write: 'the thing itself: “The amount that…”, “True if…”',
  },
];

/**
 * Parts of exported names that explain little, and the share of exported names that may still have
 * one, in percent. Lower the share whenever names improve.
 */
const UNCLEAR_NAMES = {
  percentMax: 0.5,
  words: new Set(
    (
      'told tell tells telling teller untold heard unheard hear asked ask asks asking anew wish wishes wished said say says ' +
      'saying word words worded kept keep keeps keeping shown known wanted want begun begin begins ended standing stands ' +
      'ground worth look looks looked beside deed deeds place places way ways whole own others here there nobody somebody ' +
      'paper papers sorry gather gathered laid lay face faces door room beheld gives given taken takes take anybody whose ' +
      'away mended believed doubted remembered remembering'
    ).split(' '),
  ),
} as const;

/** Passages that keep an odd phrase, with the reason. */
const EXCEPTIONS: readonly { readonly path: string; readonly text: string; readonly reason: string }[] = [];

interface Passage {
  readonly path: string;
  /** Line of its start, from 1. */
  readonly line: number;
  readonly text: string;
}

function passagesOf(path: string, text: string, pattern: RegExp): Passage[] {
  return [...text.matchAll(pattern)].map((match) => ({
    path,
    line: text.slice(0, match.index).split('\n').length,
    text: match.slice(1).find((group) => group !== undefined) ?? match[0],
  }));
}

const QUOTED = String.raw`'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|\`((?:\\.|[^\`\\])*)\``;
const blank = (text: string, pattern: RegExp) => text.replace(pattern, (part) => part.replace(/\S/g, '_'));

const programs = filesIn('src', /(?<!\.spec)\.tsx?$/).filter((path) => !/\/(testing|words)\//.test(path));
const specs = [...filesIn('src', /\.spec\.tsx?$/), ...filesIn('e2e', /\.e2e\.ts$/)];

const catalogues = filesIn('src', /\/words\/.*(?<!\.spec)\.tsx?$/);

const PASSAGES: Readonly<Record<string, readonly Passage[]>> = {
  comments: [...programs, ...catalogues, 'src/pwa/style.css', 'vite.config.ts']
    .flatMap((path) => passagesOf(path, readSource(path), /\/\*\*?([^]*?)\*\/|(?<![:"'`\w])\/\/(.*)/g))
    .map((passage) => ({ ...passage, text: blank(passage.text.replace(/^\s*\* ?/gm, '').trimStart(), /`[^`]*`|\{@[^}]*\}/g) })),
  'English texts': filesIn('src', /\/words\/(.*\/)?(door-)?en\.ts$/)
    .flatMap((path) => passagesOf(path, blank(readSource(path), /\/\*[^]*?\*\//g), new RegExp(QUOTED, 'g')))
    .concat(actionTextsOf('en').flatMap((text) => passagesOf('audit actions', text, new RegExp(QUOTED, 'g')))),
  'test titles': specs.flatMap((path) =>
    passagesOf(
      path,
      readSource(path),
      new RegExp(String.raw`(?:\b(?:it|test|describe)(?:\.\w+)*(?:\(\w+\))?|^ *\]\))\(\s*(?:${QUOTED})`, 'gm'),
    ),
  ),
  documents: DOCUMENTS.flatMap((path) =>
    passagesOf(path, blank(readSource(path), /```[^]*?```|`[^`]*`|\]\([^)]*\)/g), /(?<=^|\n)\S[^]*?(?=\n\s*\n|\n[|*-]|$)/g),
  ),
};

function oddPhrases(passages: readonly Passage[]): string[] {
  return passages.flatMap(({ path, line, text }) => {
    if (EXCEPTIONS.some((exception) => exception.path === path && text.includes(exception.text))) return [];
    return PHRASES.flatMap(({ odd, write }) =>
      [...text.matchAll(odd)].map((match) => {
        const at = line + text.slice(0, match.index).split('\n').length - 1;
        return `${path}:${at}: “${match[0].replace(/\s+/g, ' ')}”: write ${write}`;
      }),
    );
  });
}

describe('plain English', () => {
  it.each(Object.entries(PASSAGES))('is the language of %s', (_, passages) => {
    expect(passages.length).toBeGreaterThan(500);
    expect(oddPhrases(passages)).toEqual([]);
  });

  it('is checked, reporting the file, the line and a better phrase', () => {
    const passage = { path: 'a.ts', line: 7, text: 'Fine.\nWhether it is\nasked again.' };
    expect(oddPhrases([passage])).toEqual([
      expect.stringMatching(/^a\.ts:8: “is asked”: write /),
      expect.stringMatching(/^a\.ts:8: “Whether”: write /),
    ]);
  });

  it('has exceptions only for existing phrases', () => {
    const all = Object.values(PASSAGES).flat();
    expect(EXCEPTIONS.filter(({ path, text }) => !all.some((passage) => passage.path === path && passage.text.includes(text)))).toEqual([]);
  });

  it('is the language of exported names, except for a small share', () => {
    const names = programs.flatMap((path) => exportedNames(readSource(path)).map((name) => ({ path, name })));
    const unclear = names.filter(({ name }) => wordsOfName(name).some((word) => UNCLEAR_NAMES.words.has(word)));
    const percent = (unclear.length / names.length) * 100;
    expect(percent <= UNCLEAR_NAMES.percentMax ? [] : unclear.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});
