import { LANGUAGES, type Language } from '../../contract/platform/languages.ts';
import type { Messages } from './en.ts';

const FILES = import.meta.glob<Readonly<Record<string, Messages>>>([
  './*.ts',
  '!./*-*.ts',
  '!./*.spec.ts',
  '!./languages.ts',
  '!./plural.ts',
]);

/** Loads the shared texts of a language. The English texts before sign-in are part of the app. */
export async function fetchCatalogue(language: Language): Promise<Messages> {
  const messages = (await FILES[`./${language}.ts`]?.())?.[language];
  if (messages === undefined) throw new Error(`There are no words in ${language}`);
  return messages;
}

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The first of the browser's languages that the app has; English if there is none. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}
