/** Keys of JSON objects that store a name. */
const NAME_KEYS: ReadonlySet<string> = new Set(['name', 'from', 'to', 'person', 'approver', 'beside', 'codeBy', 'for']);

/** The person whose names are replaced. */
export interface ErasedNames {
  readonly personId: string;
  /** The present and the former names. */
  readonly names: ReadonlySet<string>;
  readonly pseudonym: string;
}

/**
 * Replaces a person's names in a JSON text: whole values, and not words of a longer text.
 * @returns the same text if it has none of them
 */
export function withoutNames(json: string, erased: ErasedNames): string {
  const before: unknown = JSON.parse(json);
  const after = JSON.stringify(replaced(before, erased));
  return after === JSON.stringify(before) ? json : after;
}

function replaced(value: unknown, erased: ErasedNames): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, erased));
  if (typeof value !== 'object' || value === null) return value;
  const isOfPerson = 'personId' in value && value.personId === erased.personId;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      const isName = typeof part === 'string' && NAME_KEYS.has(key) && erased.names.has(part);
      return [key, isName || (isOfPerson && key === 'person') ? erased.pseudonym : replaced(part, erased)];
    }),
  );
}
