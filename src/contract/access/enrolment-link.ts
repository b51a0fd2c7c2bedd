const NAME = 'enrol';

/**
 * The address for enrolling another device. The code is in the fragment, which browsers do not
 * send.
 */
export function addressWithCode(origin: string, code: string): string {
  return `${origin}/#${new URLSearchParams({ [NAME]: code })}`;
}

/** Returns the enrolment code in a fragment, or an empty text. */
export function codeIn(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get(NAME) ?? '';
}
