import { use } from 'react';
import type { ActivateWords } from './activate/en.ts';
import type { AttentionWords } from './attention/en.ts';
import type { AuditWords } from './audit/en.ts';
import type { Language } from './languages.ts';
import type { PeopleWords } from './people/en.ts';
import type { PracticeWords } from './practice/en.ts';
import type { RefundWords } from './refund/en.ts';
import type { SellWords } from './sell/en.ts';
import type { TransactionWords } from './transactions/en.ts';
import { useLanguage } from './words.tsx';

/** Words that only one page or dialog needs; the first screen does not wait for them. */
export interface PageWords {
  readonly activate: ActivateWords;
  readonly attention: AttentionWords;
  readonly audit: AuditWords;
  readonly people: PeopleWords;
  readonly practice: PracticeWords;
  readonly refund: RefundWords;
  readonly sell: SellWords;
  readonly transactions: TransactionWords;
}

export type Page = keyof PageWords;

/** The catalogues of single pages, fetched with the page. */
export const PAGES: { readonly [P in Page]: Readonly<Record<Language, () => Promise<PageWords[P]>>> } = {
  activate: {
    en: () => import('./activate/en.ts').then(({ en }) => en),
    zh: () => import('./activate/zh.ts').then(({ zh }) => zh),
    ms: () => import('./activate/ms.ts').then(({ ms }) => ms),
    ta: () => import('./activate/ta.ts').then(({ ta }) => ta),
    fr: () => import('./activate/fr.ts').then(({ fr }) => fr),
  },
  attention: {
    en: () => import('./attention/en.ts').then(({ en }) => en),
    zh: () => import('./attention/zh.ts').then(({ zh }) => zh),
    ms: () => import('./attention/ms.ts').then(({ ms }) => ms),
    ta: () => import('./attention/ta.ts').then(({ ta }) => ta),
    fr: () => import('./attention/fr.ts').then(({ fr }) => fr),
  },
  audit: {
    en: () => import('./audit/en.ts').then(({ en }) => en),
    zh: () => import('./audit/zh.ts').then(({ zh }) => zh),
    ms: () => import('./audit/ms.ts').then(({ ms }) => ms),
    ta: () => import('./audit/ta.ts').then(({ ta }) => ta),
    fr: () => import('./audit/fr.ts').then(({ fr }) => fr),
  },
  people: {
    en: () => import('./people/en.ts').then(({ en }) => en),
    zh: () => import('./people/zh.ts').then(({ zh }) => zh),
    ms: () => import('./people/ms.ts').then(({ ms }) => ms),
    ta: () => import('./people/ta.ts').then(({ ta }) => ta),
    fr: () => import('./people/fr.ts').then(({ fr }) => fr),
  },
  practice: {
    en: () => import('./practice/en.ts').then(({ en }) => en),
    zh: () => import('./practice/zh.ts').then(({ zh }) => zh),
    ms: () => import('./practice/ms.ts').then(({ ms }) => ms),
    ta: () => import('./practice/ta.ts').then(({ ta }) => ta),
    fr: () => import('./practice/fr.ts').then(({ fr }) => fr),
  },
  refund: {
    en: () => import('./refund/en.ts').then(({ en }) => en),
    zh: () => import('./refund/zh.ts').then(({ zh }) => zh),
    ms: () => import('./refund/ms.ts').then(({ ms }) => ms),
    ta: () => import('./refund/ta.ts').then(({ ta }) => ta),
    fr: () => import('./refund/fr.ts').then(({ fr }) => fr),
  },
  sell: {
    en: () => import('./sell/en.ts').then(({ en }) => en),
    zh: () => import('./sell/zh.ts').then(({ zh }) => zh),
    ms: () => import('./sell/ms.ts').then(({ ms }) => ms),
    ta: () => import('./sell/ta.ts').then(({ ta }) => ta),
    fr: () => import('./sell/fr.ts').then(({ fr }) => fr),
  },
  transactions: {
    en: () => import('./transactions/en.ts').then(({ en }) => en),
    zh: () => import('./transactions/zh.ts').then(({ zh }) => zh),
    ms: () => import('./transactions/ms.ts').then(({ ms }) => ms),
    ta: () => import('./transactions/ta.ts').then(({ ta }) => ta),
    fr: () => import('./transactions/fr.ts').then(({ fr }) => fr),
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
