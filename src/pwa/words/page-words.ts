import { use } from 'react';
import type { Language } from '../../contract/platform/languages.ts';
import { useLanguage } from './words.tsx';

/**
 * Texts of single pages and dialogs; the first screen does not wait for them.
 *
 * The key of a page is the name of the folder or feature that contains its `words/`. Its English
 * catalogue adds itself here.
 */
export interface PageMessages {}

export type PageWithMessages = keyof PageMessages;
type Catalogue = Readonly<Record<string, PageMessages[PageWithMessages]>>;

/** The catalogues of single pages, one file per language, loaded with the page. */
const FILES = import.meta.glob<Catalogue>(['../*/words/*.ts', '../../features/*/pwa/words/*.ts', '!../../features/*/pwa/words/actions.ts']);
const NAMED = Object.entries(FILES).map(([file, fetch]) => {
  const [, page = '', language = ''] = /([\w-]+)(?:\/pwa)?\/words\/(\w+)\.ts$/.exec(file) ?? [];
  return { page, language, fetch };
});

/** Folders with their own texts. */
export const PAGES = [...new Set(NAMED.map(({ page }) => page))] as PageWithMessages[];

async function load<P extends PageWithMessages>(page: P, language: Language): Promise<PageMessages[P]> {
  const named = NAMED.find((one) => one.page === page && one.language === language);
  const messages = (await named?.fetch())?.[language];
  if (messages === undefined) throw new Error(`There are no words of ${page} in ${language}`);
  return messages as PageMessages[P];
}

/** Stored by catalogue, so that a suspended screen gets the same promise when it renders again. */
const fetched = new Map<string, Promise<PageMessages[PageWithMessages]>>();

/** Loads a page's texts once. After a failure, the next call loads them again. */
export function fetchPageMessages<P extends PageWithMessages>(page: P, language: Language): Promise<PageMessages[P]> {
  const key = `${page} ${language}`;
  const before = fetched.get(key);
  if (before !== undefined) return before as Promise<PageMessages[P]>;
  const messages = load(page, language);
  fetched.set(key, messages);
  messages.catch(() => fetched.delete(key));
  return messages;
}

/**
 * Pages that use texts of other pages, themselves or in components that they import.
 *
 * They wait for those before they are first displayed: suspending a displayed page would hide it
 * and lose the focus.
 */
export const USED_PAGES: Readonly<Record<string, readonly string[]>> = {
  attention: ['approval'],
  'audit-page': ['shop-settings', 'staff', 'transactions'],
  chain: ['closings', 'exception-report', 'fleet', 'transactions'],
  closings: ['approval', 'transactions'],
  'customer-display': ['approval'],
  'exception-report': ['approval'],
  'gift-cards': ['approval'],
  'head-office': ['approval'],
  refund: ['approval'],
  'remote-approval': ['approval'],
  selling: ['approval'],
  'shop-settings': ['approval'],
  staff: ['approval'],
  today: ['approval', 'attention'],
  transactions: ['approval', 'attention', 'refund'],
  'voucher-history': ['attention'],
};

/**
 * A page's texts in the current language.
 *
 * Suspends until they are loaded, together with the texts that it uses of other pages.
 */
export function usePageMessages<P extends PageWithMessages>(page: P): PageMessages[P] {
  const { language } = useLanguage();
  const messages = fetchPageMessages(page, language);
  const others = PAGES.filter((other) => USED_PAGES[page]?.includes(other)).map((other) => fetchPageMessages(other, language));
  for (const other of others) use(other);
  return use(messages);
}
