import type { Language } from '../../contract/platform/languages.ts';

/** Texts of actions in the audit trail, in every language. */
export type ActionTexts<Action extends string> = Readonly<Record<Language, Readonly<Record<Action, string>>>>;
