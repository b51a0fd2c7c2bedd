import { createContext, type ReactNode, useContext } from 'react';
import { LANGUAGES } from '../../contract/platform/languages.ts';
import { useDoorWords, useLanguage } from '../words/words.tsx';
import { createFormat, type Format, type FormatOptions } from './format.ts';

const TimeZoneContext = createContext('UTC');

export function TimeZone({ zone, children }: { readonly zone: string; readonly children: ReactNode }) {
  return <TimeZoneContext value={zone}>{children}</TimeZoneContext>;
}

/**
 * Shared formats, by their text for items: creating one takes longer than its use, and a list needs
 * one in each row.
 */
const formats = new WeakMap<(count: number) => string, Map<string, Format>>();

function sharedFormat(options: FormatOptions): Format {
  const ofWords = formats.get(options.items) ?? new Map<string, Format>();
  formats.set(options.items, ofWords);
  const key = `${options.locale} ${options.timeZone}`;
  const format = ofWords.get(key) ?? createFormat(options);
  ofWords.set(key, format);
  return format;
}

/** Money, dates and waiting times in the language of the screen and the shop's time zone. */
export function useFormat(): Format {
  const timeZone = useContext(TimeZoneContext);
  const { language } = useLanguage();
  const { items, justNow } = useDoorWords().common;
  return sharedFormat({ locale: LANGUAGES[language].tag, timeZone, items, justNow });
}
