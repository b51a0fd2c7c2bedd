/**
 * A JSON string, or a JSON number; strings are matched so that digits inside them are left alone.
 */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** From 16 digits on, an integer may not fit into a double. */
const LONG_INTEGER = /^-?\d{16,}$/;
/**
 * What can stand before a number in JSON, and then so many digits.
 *
 * Ids that are strings have a quote before them, and cost nothing.
 */
const LONG_NUMBER = /(?:^|[[:,\s-])\d{16}/;

/**
 * Parses JSON without mangling long integers: transaction ids have up to 37 digits and some
 * services send them as numbers, so an integer of 16 digits or more arrives as a string of its
 * digits. The work grows with the text and no faster: only text that is JSON is searched for
 * numbers, because strings that never end would be searched again from each of their quotes.
 * @returns the value, or `undefined` (which no JSON text means) when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!LONG_NUMBER.test(text)) return value;
    const kept = text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token));
    return kept === text ? value : JSON.parse(kept);
  } catch {
    return undefined;
  }
}
