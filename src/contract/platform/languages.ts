import * as z from 'zod/mini';

/**
 * Languages of the screens, each with its own name and its tag.
 *
 * `<html lang>` and Intl use the tag. A language is registered here; its catalogues are the files
 * named after its code in every `words/`. `point` is the decimal separator: Intl is not used for
 * it, because the first call takes a tenth of a second on a slow phone.
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
