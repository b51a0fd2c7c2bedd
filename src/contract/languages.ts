import * as z from 'zod/mini';

/**
 * Languages of the screens, each by its own name, with its tag.
 *
 * `<html lang>` and Intl get the tag. This is where one is registered: its catalogues are the files
 * of its code in every `words/`.
 */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '简体中文', tag: 'zh-Hans' },
  ms: { name: 'Bahasa Melayu', tag: 'ms' },
  ta: { name: 'தமிழ்', tag: 'ta' },
  fr: { name: 'français', tag: 'fr' },
} as const;
export type Language = keyof typeof LANGUAGES;

export const languageSchema = z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]]);
