import * as z from 'zod/mini';

/**
 * Languages of the screens, each by its own name, with its tag.
 *
 * `<html lang>` and Intl get the tag. This is where one is registered: its catalogues are the files
 * of its code in every `words/`. `point` stands before cents: Intl would know, but its first answer
 * takes a slow phone a tenth of a second, and a till is there before it shows an amount.
 */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', point: '.' },
  zh: { name: '简体中文', tag: 'zh-Hans', point: '.' },
  ms: { name: 'Bahasa Melayu', tag: 'ms', point: '.' },
  ta: { name: 'தமிழ்', tag: 'ta', point: '.' },
  fr: { name: 'français', tag: 'fr', point: ',' },
} as const;
export type Language = keyof typeof LANGUAGES;

export const languageSchema = z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]]);
