import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../contract/languages.ts';
import type { PracticeVoucher } from '../../contract/people.ts';

/** What practice vouchers are called and what they are there to show, by what they show in English: no page may hold a ref. */
export type Told = Readonly<Record<string, readonly [title: string, shows: string]>>;

/** English comes from the server, with the vouchers. */
export const TOLD: Readonly<Record<Language, () => Promise<Told>>> = {
  en: () => Promise.resolve({}),
  zh: () => import('./told/zh.ts').then(({ zh }) => zh),
  ms: () => import('./told/ms.ts').then(({ ms }) => ms),
  ta: () => import('./told/ta.ts').then(({ ta }) => ta),
  fr: () => import('./told/fr.ts').then(({ fr }) => fr),
};

/** The words of practice vouchers in one language. Until they are there, and for a voucher that they don't know, the server's stand. */
export const toldQuery = (language: Language) =>
  queryOptions({ queryKey: ['practice-told', language], queryFn: TOLD[language], staleTime: Infinity, networkMode: 'always' });

/** A practice voucher in the words of a language. */
export function told(words: Told, voucher: PracticeVoucher): PracticeVoucher {
  const [title, shows] = words[voucher.shows] ?? [voucher.title, voucher.shows];
  return { ...voucher, title, shows };
}
