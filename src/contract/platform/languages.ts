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

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The first of a browser's languages that the app has; English if there is none. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split(/[-;]/, 1)[0] ?? '').find(isLanguage) ?? 'en';
}

export const languageSchema = z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]]);
