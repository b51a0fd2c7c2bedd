import type { Language } from '../../contract/languages.ts';
import type { Words } from './en.ts';

/** Languages of the screens, each by its own name, with the tag that `<html lang>` and Intl get. What English says before somebody signs in comes with the app. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', load: () => import('./en.ts').then(({ en }) => en) },
  zh: { name: '简体中文', tag: 'zh-Hans', load: () => import('./zh.ts').then(({ zh }) => zh) },
  ms: { name: 'Bahasa Melayu', tag: 'ms', load: () => import('./ms.ts').then(({ ms }) => ms) },
  ta: { name: 'தமிழ்', tag: 'ta', load: () => import('./ta.ts').then(({ ta }) => ta) },
  fr: { name: 'français', tag: 'fr', load: () => import('./fr.ts').then(({ fr }) => fr) },
} as const satisfies Record<Language, { name: string; tag: string; load: () => Promise<Words> }>;

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The first of the browser's languages that the app speaks; English otherwise. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}
