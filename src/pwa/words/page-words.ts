import { use } from 'react';
import type { Language } from '../../contract/languages.ts';
import type { ActivateWords } from '../activate/words/en.ts';
import type { ApprovalWords } from '../approval/words/en.ts';
import type { AttentionWords } from '../attention/words/en.ts';
import type { AuditWords } from '../audit/words/en.ts';
import type { ConnectionWords } from '../connections/words/en.ts';
import type { DisplayWords } from '../display/words/en.ts';
import type { PayWords } from '../pay/words/en.ts';
import type { PeopleWords } from '../people/words/en.ts';
import type { PracticeWords } from '../practice/words/en.ts';
import type { PrintingWords } from '../printing/words/en.ts';
import type { RefundWords } from '../refund/words/en.ts';
import type { ScanCheckWords } from '../scan-check/words/en.ts';
import type { SellWords } from '../sell/words/en.ts';
import type { TransactionWords } from '../transactions/words/en.ts';

import { useLanguage } from './words.tsx';

/** Words that only one page or dialog needs; the first screen does not wait for them. */
export interface PageWords {
  readonly activate: ActivateWords;
  readonly approval: ApprovalWords;
  readonly attention: AttentionWords;
  readonly audit: AuditWords;
  readonly display: DisplayWords;
  readonly connections: ConnectionWords;
  readonly pay: PayWords;
  readonly people: PeopleWords;
  readonly practice: PracticeWords;
  readonly printing: PrintingWords;
  readonly refund: RefundWords;
  readonly scanCheck: ScanCheckWords;
  readonly sell: SellWords;
  readonly transactions: TransactionWords;
}

export type Page = keyof PageWords;

/** The catalogues of single pages, fetched with the page. */
export const PAGES: { readonly [P in Page]: Readonly<Record<Language, () => Promise<PageWords[P]>>> } = {
  activate: {
    en: () => import('../activate/words/en.ts').then(({ en }) => en),
    zh: () => import('../activate/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../activate/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../activate/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../activate/words/fr.ts').then(({ fr }) => fr),
  },
  approval: {
    en: () => import('../approval/words/en.ts').then(({ en }) => en),
    zh: () => import('../approval/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../approval/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../approval/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../approval/words/fr.ts').then(({ fr }) => fr),
  },
  attention: {
    en: () => import('../attention/words/en.ts').then(({ en }) => en),
    zh: () => import('../attention/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../attention/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../attention/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../attention/words/fr.ts').then(({ fr }) => fr),
  },
  audit: {
    en: () => import('../audit/words/en.ts').then(({ en }) => en),
    zh: () => import('../audit/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../audit/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../audit/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../audit/words/fr.ts').then(({ fr }) => fr),
  },
  display: {
    en: () => import('../display/words/en.ts').then(({ en }) => en),
    zh: () => import('../display/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../display/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../display/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../display/words/fr.ts').then(({ fr }) => fr),
  },
  connections: {
    en: () => import('../connections/words/en.ts').then(({ en }) => en),
    zh: () => import('../connections/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../connections/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../connections/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../connections/words/fr.ts').then(({ fr }) => fr),
  },
  pay: {
    en: () => import('../pay/words/en.ts').then(({ en }) => en),
    zh: () => import('../pay/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../pay/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../pay/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../pay/words/fr.ts').then(({ fr }) => fr),
  },
  people: {
    en: () => import('../people/words/en.ts').then(({ en }) => en),
    zh: () => import('../people/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../people/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../people/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../people/words/fr.ts').then(({ fr }) => fr),
  },
  practice: {
    en: () => import('../practice/words/en.ts').then(({ en }) => en),
    zh: () => import('../practice/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../practice/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../practice/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../practice/words/fr.ts').then(({ fr }) => fr),
  },
  printing: {
    en: () => import('../printing/words/en.ts').then(({ en }) => en),
    zh: () => import('../printing/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../printing/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../printing/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../printing/words/fr.ts').then(({ fr }) => fr),
  },
  refund: {
    en: () => import('../refund/words/en.ts').then(({ en }) => en),
    zh: () => import('../refund/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../refund/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../refund/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../refund/words/fr.ts').then(({ fr }) => fr),
  },
  scanCheck: {
    en: () => import('../scan-check/words/en.ts').then(({ en }) => en),
    zh: () => import('../scan-check/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../scan-check/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../scan-check/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../scan-check/words/fr.ts').then(({ fr }) => fr),
  },
  sell: {
    en: () => import('../sell/words/en.ts').then(({ en }) => en),
    zh: () => import('../sell/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../sell/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../sell/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../sell/words/fr.ts').then(({ fr }) => fr),
  },
  transactions: {
    en: () => import('../transactions/words/en.ts').then(({ en }) => en),
    zh: () => import('../transactions/words/zh.ts').then(({ zh }) => zh),
    ms: () => import('../transactions/words/ms.ts').then(({ ms }) => ms),
    ta: () => import('../transactions/words/ta.ts').then(({ ta }) => ta),
    fr: () => import('../transactions/words/fr.ts').then(({ fr }) => fr),
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
