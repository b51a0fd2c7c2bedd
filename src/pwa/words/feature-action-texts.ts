import type { Language } from '../../contract/platform/languages.ts';
import { FEATURE_ACTION_TEXTS } from '../../features/actions.ts';

/** Returns the texts of what features write to the audit trail. */
export function featureActionTexts(language: Language): Readonly<Record<string, string>> {
  return Object.assign({}, ...FEATURE_ACTION_TEXTS.map(({ [language]: texts }) => texts));
}
