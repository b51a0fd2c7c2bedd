import { use } from 'react';
import type { AttentionWords } from './attention/en.ts';
import type { Language } from './languages.ts';
import type { RefundWords } from './refund/en.ts';
import { useLanguage } from './words.tsx';

/** Words that only one page or dialog needs; the first screen does not wait for them. */
export interface PageWords {
  readonly attention: AttentionWords;
  readonly refund: RefundWords;
}

export type Page = keyof PageWords;

/** The catalogues of single pages, fetched with the page. */
export const PAGES: { readonly [P in Page]: Readonly<Record<Language, () => Promise<PageWords[P]>>> } = {
  attention: {
    en: () => import('./attention/en.ts').then(({ en }) => en),
    zh: () => import('./attention/zh.ts').then(({ zh }) => zh),
    ms: () => import('./attention/ms.ts').then(({ ms }) => ms),
    ta: () => import('./attention/ta.ts').then(({ ta }) => ta),
    fr: () => import('./attention/fr.ts').then(({ fr }) => fr),
  },
  refund: {
    en: () => import('./refund/en.ts').then(({ en }) => en),
    zh: () => import('./refund/zh.ts').then(({ zh }) => zh),
    ms: () => import('./refund/ms.ts').then(({ ms }) => ms),
    ta: () => import('./refund/ta.ts').then(({ ta }) => ta),
    fr: () => import('./refund/fr.ts').then(({ fr }) => fr),
  },
};

/** One promise for each catalogue, so that a screen that waits for it is drawn again with the same. */
const fetched = new Map<string, Promise<PageWords[Page]>>();

/** Fetches a page's words, once. What could not be fetched is tried again when it is next asked for. */
export function fetchPageWords<P extends Page>(page: P, language: Language): Promise<PageWords[P]> {
  const key = `${page} ${language}`;
  const before = fetched.get(key);
  if (before !== undefined) return before as Promise<PageWords[P]>;
  const words = PAGES[page][language]();
  fetched.set(key, words);
  words.catch(() => fetched.delete(key));
  return words;
}

/** A page's words in the language on the screen. The page is shown once they have arrived. */
export function usePageWords<P extends Page>(page: P): PageWords[P] {
  const { language } = useLanguage();
  return use(fetchPageWords(page, language));
}
