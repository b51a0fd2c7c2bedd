import { LANGUAGES, type Language } from '../../contract/platform/languages.ts';
import type { Words } from './en.ts';

const FILES = import.meta.glob<Readonly<Record<string, Words>>>(['./*.ts', '!./*-*.ts', '!./*.spec.ts', '!./languages.ts', '!./plural.ts']);

/** Fetches the words that several pages say. What English says before somebody signs in comes with the app. */
export async function fetchCatalogue(language: Language): Promise<Words> {
  const words = (await FILES[`./${language}.ts`]?.())?.[language];
  if (words === undefined) throw new Error(`There are no words in ${language}`);
  return words;
}

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The first of the browser's languages that the app speaks; English otherwise. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}
