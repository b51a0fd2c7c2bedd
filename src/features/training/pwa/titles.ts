import { queryOptions } from '@tanstack/react-query';
import type { TrainingVoucher } from '../../../contract/access/people.ts';
import type { Language } from '../../../contract/platform/languages.ts';

/** Titles and purposes of training vouchers, by the English purpose: no page may contain a ref. */
export type VoucherTitles = Readonly<Record<string, readonly [title: string, shows: string]>>;

const FILES = import.meta.glob<Readonly<Record<string, VoucherTitles>>>('./titles/*.ts');

/** English comes from the server, with the vouchers. */
export async function loadTitles(language: Language): Promise<VoucherTitles> {
  return (await FILES[`./titles/${language}.ts`]?.())?.[language] ?? {};
}

/**
 * The texts of training vouchers in one language.
 *
 * Until they are loaded, and for unknown vouchers, the server's texts are used.
 */
export const titlesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['training-titles', language],
    queryFn: () => loadTitles(language),
    staleTime: Infinity,
    networkMode: 'always',
  });

export function withTitle(messages: VoucherTitles, voucher: TrainingVoucher): TrainingVoucher {
  const [title, shows] = messages[voucher.shows] ?? [voucher.title, voucher.shows];
  return { ...voucher, title, shows };
}
