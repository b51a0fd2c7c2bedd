/** The plural forms of a language; every language has at least `other`. */
export type PluralForms = { readonly other: string } & Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>;

/**
 * Returns a function that selects the plural form of a number in one language. `#` in a form
 * becomes the number in the format of the language.
 */
export function pluralsOf(language: string): (count: number, forms: PluralForms) => string {
  /* Words come long before the first count, and making these takes a phone tens of milliseconds. */
  let made: { readonly rules: Intl.PluralRules; readonly numbers: Intl.NumberFormat } | null = null;
  return (count, forms) => {
    made ??= { rules: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
    return (forms[made.rules.select(count)] ?? forms.other).replace('#', made.numbers.format(count));
  };
}
