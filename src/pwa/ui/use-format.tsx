import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { LANGUAGES } from '../words/languages.ts';
import { useLanguage, useWords } from '../words/words.tsx';
import { createFormat, type Format } from './format.ts';

const TimeZoneContext = createContext('UTC');

/** The shop's time zone, for every date below. */
export function TimeZone({ zone, children }: { readonly zone: string; readonly children: ReactNode }) {
  return <TimeZoneContext value={zone}>{children}</TimeZoneContext>;
}

/** Money, dates and waits in the language on the screen and the shop's time zone. */
export function useFormat(): Format {
  const timeZone = useContext(TimeZoneContext);
  const { language } = useLanguage();
  const { items } = useWords().common;
  return useMemo(() => createFormat({ locale: LANGUAGES[language].tag, timeZone, items }), [language, timeZone, items]);
}
