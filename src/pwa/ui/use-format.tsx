import { createContext, type ReactNode, useContext } from 'react';
import { LANGUAGES } from '../../contract/platform/languages.ts';
import { useInitialMessages, useLanguage } from '../words/words.tsx';
import { createFormat, dateLocaleOf, type Format, type FormatOptions } from './format.ts';

interface ShopPlace {
  readonly timeZone: string;
  /** Names the region whose dates the shop uses; null for those of the language. */
  readonly currency: string | null;
}

const PlaceContext = createContext<ShopPlace>({ timeZone: 'UTC', currency: null });

export function FormatFor({ shop, children }: { readonly shop: ShopPlace; readonly children: ReactNode }) {
  return <PlaceContext value={shop}>{children}</PlaceContext>;
}

/**
 * Shared formats, by their text for items: creating one takes longer than its use, and a list needs
 * one in each row.
 */
const formats = new WeakMap<(count: number) => string, Map<string, Format>>();

function sharedFormat(options: FormatOptions): Format {
  const sameItems = formats.get(options.items) ?? new Map<string, Format>();
  formats.set(options.items, sameItems);
  const key = `${options.locale} ${options.dateLocale} ${options.timeZone}`;
  const format = sameItems.get(key) ?? createFormat(options);
  sameItems.set(key, format);
  return format;
}

/** Money, dates and waiting times in the screen's language, and the shop's region and time zone. */
export function useFormat(): Format {
  const { timeZone, currency } = useContext(PlaceContext);
  const { language } = useLanguage();
  const { items, justNow } = useInitialMessages().common;
  const { tag } = LANGUAGES[language];
  const dateLocale = currency === null ? tag : dateLocaleOf(tag, currency);
  return sharedFormat({ locale: tag, dateLocale, timeZone, items, justNow });
}
