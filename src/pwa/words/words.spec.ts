import { describe, expect, it } from 'vitest';
import { languageSchema, preferredLanguage } from '../../contract/platform/languages.ts';
import { en } from './en.ts';
import { featureActionTexts } from './feature-action-texts.ts';
import { fetchCatalogue } from './languages.ts';
import { fetchPageMessages, PAGES, USED_PAGES } from './page-words.ts';
import { pluralsOf } from './plural.ts';

/** Every word of a catalogue by its path; functions are tried with texts and numbers as arguments. */
function flatten(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, textOf(value)]];
  return Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, path === '' ? key : `${path}.${key}`));
}

/** Counts are the only numbers among the arguments, so 3 stands in for every argument. */
function textOf(word: Function): string {
  return String(Reflect.apply(word, undefined, [3, 4, 5].slice(0, word.length)));
}

/** Every catalogue: the one that comes with the app, and those that come with a page. */
const CATALOGUES: { name: string; english: object; languages: [language: string, load: () => Promise<object>][] }[] = [
  {
    name: 'the app',
    english: en,
    languages: languageSchema.options.map((language): [string, () => Promise<object>] => [language, () => fetchCatalogue(language)]),
  },
  ...(await Promise.all(
    PAGES.map(async (page) => ({
      name: page,
      english: await fetchPageMessages(page, 'en'),
      languages: languageSchema.options.map((language): [string, () => Promise<object>] => [
        language,
        () => fetchPageMessages(page, language),
      ]),
    })),
  )),
  {
    name: 'the audit actions of features',
    english: featureActionTexts('en'),
    languages: languageSchema.options.map((language): [string, () => Promise<object>] => [
      language,
      async () => featureActionTexts(language),
    ]),
  },
];

describe.each(CATALOGUES)('the words of $name', ({ english: source, languages }) => {
  const english = new Map(flatten(source));

  it('never blame and never mention a failure, but may call a voucher code invalid', () => {
    const blame = /\b(fail(ed|ure)?|invalid(?! (voucher )?codes)|error|illegal)\b/i;
    const bad = [...english].filter(([, text]) => blame.test(text));
    expect(bad).toEqual([]);
  });

  it.each(languages)('are complete in %s, without empty or extra words', async (_, load) => {
    const messages = new Map(flatten(await load()));
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...messages].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(languages)('use in %s every argument that English uses', async (_, load) => {
    const messages = new Map(flatten(await load()));
    const lost = [...english].filter(([path, text]) =>
      ['3', '4', '5'].some((mark) => text.includes(mark) && !messages.get(path)?.includes(mark)),
    );
    expect(lost.map(([path]) => path)).toEqual([]);
  });

  it.each(languages.filter(([language]) => language !== 'en'))(
    'are translated to %s, except for a few words that languages share',
    async (_, load) => {
      const messages = flatten(await load());
      const same = messages.filter(([path, text]) => text === english.get(path) && path !== 'common.appName');
      const most = Math.max(1, messages.length * 0.06);
      expect(same.length, `same as English: ${same.map(([path]) => path).join(', ')}`).toBeLessThanOrEqual(most);
    },
  );
});

it('every page has words in every language', async () => {
  const english = import.meta.glob(['../*/words/en.ts', '../../features/*/pwa/words/en.ts']);
  expect(PAGES).toHaveLength(Object.keys(english).length);
  expect(PAGES).toContain('today');
  for (const { languages } of CATALOGUES) for (const [, load] of languages) expect(await load()).toBeTruthy();
});

it('French keeps the punctuation at the end of a phrase on the same line', async () => {
  const french = CATALOGUES.flatMap(({ languages }) => languages.filter(([language]) => language === 'fr'));
  const texts = await Promise.all(french.map(async ([, load]) => flatten(await load())));
  expect(texts.flat().filter(([, text]) => / [:;?!»%]|« /.test(text))).toEqual([]);
});

describe('the choice of language', () => {
  it('follows the browser’s order, whatever the region', () => {
    expect(preferredLanguage(['de-DE', 'zh-Hans-SG', 'en'])).toBe('zh');
    expect(preferredLanguage(['fr-CA'])).toBe('fr');
    expect(preferredLanguage(['de'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });
});

describe('plurals', () => {
  it('take the form of the language and its figures', () => {
    const plural = pluralsOf('fr');
    const forms = { one: '# article', other: '# articles' };
    expect([0, 1, 2].map((count) => plural(count, forms))).toEqual(['0 article', '1 article', '2 articles']);
  });
});

/** Components of slots, whose page has its own texts already, and a component with its own boundary. */
const APART = /\/(today-(card|chart)|activation-case|refund-receipt|hold-button)\.tsx$/;

/** Names the components of all features, which load their pages on demand. */
const FEATURES = '/src/features/pwa.ts';

describe('the texts of other pages that a page waits for', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '../../features/*/pwa/**/*.{ts,tsx}', '!**/*.spec.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const files = new Map(
    Object.entries(sources).map(([file, source]) => {
      const path = new URL(file, 'file:///src/pwa/words/').pathname;
      const imports = [...source.matchAll(/(?:^import|^\} from|^export) [^;]*?'(\.[^']+)';/gm)].map(
        ([, to = '']) => new URL(to, `file://${path}`).pathname,
      );
      return [path, { imports, pages: [...source.matchAll(/usePageMessages\('([\w-]+)'\)/g)].map(([, of = '']) => of) }];
    }),
  );

  /** Pages whose texts a file uses, itself or in a component that it imports. */
  function usedBy(file: string, seen: Set<string>): readonly string[] {
    const found = files.get(file);
    if (found === undefined || seen.has(file) || APART.test(file) || file === FEATURES) return [];
    seen.add(file);
    return [...found.pages, ...found.imports.flatMap((to) => usedBy(to, seen))];
  }

  it.each(PAGES)('are the texts that %s uses, including those of imported components', (page) => {
    const own = [...files.keys()].filter(
      (file) => new RegExp(`^/src/(?:pwa|features)/${page}/`).test(file) && !file.endsWith('/feature.ts'),
    );
    const used = new Set(own.flatMap((file) => usedBy(file, new Set())).filter((other) => other !== page));
    expect([...used].sort()).toEqual([...(USED_PAGES[page] ?? [])].sort());
  });
});
