import { queryOptions } from '@tanstack/react-query';
import type { PracticeVoucher } from '../../../contract/access/people.ts';
import type { Language } from '../../../contract/platform/languages.ts';

/** Titles and purposes of practice vouchers, by the English purpose: no page may hold a ref. */
export type VoucherTitles = Readonly<Record<string, readonly [title: string, shows: string]>>;

const FILES = import.meta.glob<Readonly<Record<string, VoucherTitles>>>('./told/*.ts');

/** English comes from the server, with the vouchers. */
export async function toldIn(language: Language): Promise<VoucherTitles> {
  return (await FILES[`./told/${language}.ts`]?.())?.[language] ?? {};
}

/**
 * The words of practice vouchers in one language.
 *
 * Until they are there, and for a voucher that they don't know, the server's stand.
 */
export const toldQuery = (language: Language) =>
  queryOptions({
    queryKey: ['practice-told', language],
    queryFn: () => toldIn(language),
    staleTime: Infinity,
    networkMode: 'always',
  });

/** A practice voucher in the words of a language. */
export function told(words: VoucherTitles, voucher: PracticeVoucher): PracticeVoucher {
  const [title, shows] = words[voucher.shows] ?? [voucher.title, voucher.shows];
  return { ...voucher, title, shows };
}
