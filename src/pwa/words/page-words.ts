import { use } from 'react';
import type { Language } from '../../contract/platform/languages.ts';
import { useLanguage } from './words.tsx';

/**
 * Words that only one page or dialog needs; the first screen does not wait for them.
 *
 * A page is the folder or the feature in which its `words/` stand, and its English catalogue adds itself here.
 */
export interface PageWords {}

export type WordedPage = keyof PageWords;
type Catalogue = Readonly<Record<string, PageWords[WordedPage]>>;

/** The catalogues of single pages, each in the file of its language, fetched with the page. */
const FILES = import.meta.glob<Catalogue>(['../*/words/*.ts', '../../features/*/pwa/words/*.ts']);
const NAMED = Object.entries(FILES).map(([file, fetch]) => {
  const [, page = '', language = ''] = /([\w-]+)(?:\/pwa)?\/words\/(\w+)\.ts$/.exec(file) ?? [];
  return { page, language, fetch };
});

/** Folders that have words of their own. */
export const PAGES = [...new Set(NAMED.map(({ page }) => page))] as WordedPage[];

async function load<P extends WordedPage>(page: P, language: Language): Promise<PageWords[P]> {
  const named = NAMED.find((one) => one.page === page && one.language === language);
  const words = (await named?.fetch())?.[language];
  if (words === undefined) throw new Error(`There are no words of ${page} in ${language}`);
  return words as PageWords[P];
}

/** One promise for each catalogue, so that a screen that waits for it is drawn again with the same. */
const fetched = new Map<string, Promise<PageWords[WordedPage]>>();

/** Fetches a page's words, once. What could not be fetched is tried again when it is next asked for. */
export function fetchPageWords<P extends WordedPage>(page: P, language: Language): Promise<PageWords[P]> {
  const key = `${page} ${language}`;
  const before = fetched.get(key);
  if (before !== undefined) return before as Promise<PageWords[P]>;
  const words = load(page, language);
  fetched.set(key, words);
  words.catch(() => fetched.delete(key));
  return words;
}

/**
 * Pages that say something in the words of others.
 *
 * They wait for those before they are shown: once a page is, whatever waits takes it away again,
 * and the focus with it.
 */
export const ALSO_SAID: Readonly<Record<string, readonly string[]>> = {
  'audit-page': ['people', 'settings', 'printing'],
  closings: ['transactions'],
  selling: ['training', 'printing'],
  'voucher-history': ['attention'],
};

/**
 * A page's words in the language on the screen.
 *
 * The page is shown once they have arrived, and those that it says of other pages.
 */
export function usePageWords<P extends WordedPage>(page: P): PageWords[P] {
  const { language } = useLanguage();
  const words = fetchPageWords(page, language);
  const others = PAGES.filter((other) => ALSO_SAID[page]?.includes(other)).map((other) => fetchPageWords(other, language));
  for (const other of others) use(other);
  return use(words);
}
