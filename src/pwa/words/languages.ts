import type { Language } from '../../contract/platform/languages.ts';
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
