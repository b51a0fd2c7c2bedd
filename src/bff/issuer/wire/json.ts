/** A JSON string, or a JSON number; strings are matched so that digits inside them are left alone. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** From 16 digits on, an integer may not fit into a double. */
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Parses JSON without mangling long integers: transaction ids have up to 37 digits and some services send them as numbers, so an integer of
 * 16 digits or more arrives as a string of its digits.
 * @returns the value, or `undefined` (which no JSON text means) when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)));
  } catch {
    return undefined;
  }
}
